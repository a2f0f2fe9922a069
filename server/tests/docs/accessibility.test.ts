import { expect, it } from 'vitest';
import { readPage } from './testing/page.ts';

const PAGE = readPage('docs/accessibility.md');

it('README and page tell how many states of the form are checked, and the page names each', () => {
  const [, list = ''] = /FORM_STATES = \[(.*?)\]/s.exec(readPage('e2e/support/form-states.ts')) ?? [];
  const count = list.match(/'\w+'/g)?.length ?? 0;
  expect(count).toBeGreaterThan(5);
  expect(readPage('README.md')).toContain(`axe checks all ${count} states of the form`);
  const [, told = '', named = ''] = /form's (\d+) states \((.*?)\)/.exec(PAGE) ?? [];
  expect([Number(told), named.split(', ').length]).toEqual([count, count]);
});

it('the page tells the widths at which the layout is tested', () => {
  const [, widths = ''] = /ANY = \{ widths: \[(.*?)\]/.exec(readPage('e2e/specs/layout.spec.ts')) ?? [];
  expect(PAGE).toContain(`layout at ${widths.replace(/, (\d+)$/, ' and $1')} px`);
});

it('the page names only autocomplete tokens that the fields have', () => {
  const fields = readPage('widget/form/fields.ts') + readPage('server/contract/customer-inputs.ts');
  const [, named = ''] = /`autocomplete` tokens \((.*?)\)/.exec(PAGE) ?? [];
  const tokens = named.match(/(?<=`)[\w-]+(?=`)/g) ?? [];
  expect(tokens.length).toBeGreaterThan(3);
  expect(tokens.filter((token) => !fields.includes(`autocomplete: '${token}'`))).toEqual([]);
});
