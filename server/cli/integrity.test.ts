import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCompanion, type MountedCompanion } from '../companion.ts';
import { readWidgetFiles } from '../node/widget-files.ts';
import { readSettings } from '../settings.ts';
import { ENVIRONMENT } from '../testing/settings.ts';
import { API_KEY, BASE, ENV, failure, ran, ranIn, testTerminal } from './testing/terminal.ts';
import { widgetTags } from './widget-scripts.ts';

const sri = (body: Uint8Array) => `sha384-${createHash('sha384').update(body).digest('base64')}`;

function file(name: string) {
  const body = new TextEncoder().encode(`export const name = '${name}';`);
  return { name, body, brotli: body, hash: '0123456789abcdef' };
}

describe('pay-form integrity', () => {
  it('prints an import map for what is loaded later, and the script tag of what is loaded first', () => {
    const [entry, uk, part] = [
      file('pay-form.js'),
      file('pay-form-uk.js'),
      file('pay-form-isolated.9cJX_JfM.js'),
    ];
    const version = '?v=0123456789abcdef';
    // The frame of an isolated form loads its script by itself. What is loaded later imports pay-form.js.
    expect(widgetTags([uk, file('frame.js'), part, entry], BASE)).toBe(`<script type="importmap">
{
  "imports": {
    "${BASE}/pay-form-uk.js": "${BASE}/pay-form-uk.js${version}",
    "${BASE}/pay-form.js": "${BASE}/pay-form.js${version}"
  },
  "integrity": {
    "${BASE}/pay-form-uk.js${version}": "${sri(uk.body)}",
    "${BASE}/pay-form-isolated.9cJX_JfM.js": "${sri(part.body)}"
  }
}
</script>
<script type="module" src="${BASE}/pay-form.js${version}" integrity="${sri(entry.body)}" crossorigin="anonymous"></script>
`);
  });

  it('closes no tag, whatever the address holds', () => {
    const tags = widgetTags([file('pay-form.js'), file('a.js')], 'https://pay.example/</script>"');
    expect(tags.match(/<\/script>/g)).toHaveLength(2);
    expect(tags).not.toContain('/"');
  });

  it('has every file of the built widget, at the address that browsers know, and sends nothing', async () => {
    const { code, out, sent } = await ran(`integrity --url ${BASE}/`);
    expect([code, sent]).toEqual([0, []]);
    for (const { name, body } of readWidgetFiles().filter((file) => file.name !== 'frame.js')) {
      expect(out).toContain(`"${BASE}/${name}`);
      expect(out).toContain(sri(body));
    }
  });

  it('lists every script with its hash and why it is there with --inventory', async () => {
    const { code, out } = await ran('integrity --inventory');
    expect(code).toBe(0);
    const [head, ...lines] = out.trim().split('\n');
    const files = readWidgetFiles();
    expect(head).toBe('script,integrity,purpose');
    expect(lines.map((line) => line.split(',')[0])).toEqual(files.map(({ name }) => `${BASE}/${name}`));
    for (const { body } of files) expect(out).toContain(`,${sri(body)},"`);
    // Forces an explanation for every new kind of file.
    expect(out).not.toContain('A part of the payment form');
    expect(out).toContain(',"Texts in the language pt-br"\n');
  });

  it('goes not with --inventory and --check', async () => {
    expect((await ran('integrity --inventory --check')).code).toBe(2);
  });
});

describe('pay-form integrity --check', () => {
  let companion: MountedCompanion;
  beforeAll(async () => {
    const env = { ...ENVIRONMENT, ...ENV, ALLOWED_ORIGINS: 'https://shop.example' };
    companion = await createCompanion(readSettings(env), { log: () => {} });
  });
  afterAll(() => companion.stop());

  /** Answers as a companion of this release, except at one address. */
  const checked = (options = '', broken?: string, env = {}) => {
    const terminal = testTerminal({ env: { ...ENV, ...env } });
    return ranIn(`integrity --check${options}`, {
      ...terminal,
      async fetch(address, init) {
        if (address === broken) throw failure('ECONNRESET');
        const request = new Request(address, init);
        // As clients decode it.
        request.headers.delete('accept-encoding');
        return companion.fetch(request);
      },
    });
  };

  it('finds nothing where the companion serves this release', async () => {
    const { code, out, err } = await checked();
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^https:\S+: \d+ scripts, the frame and the notice page match pay-form \d+\.\d+\.\d+\.\nPages that may embed the frame: https:\S+ https:\/\/shop\.example\n$/,
    );
  });

  it('checks a payment page too, by its link', async () => {
    const answer = await companion.fetch(
      new Request(`${BASE}/api/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'A-1001', amount: '24.50', currency: 'EUR', description: 'Clay mug' }),
      }),
    );
    const { url } = (await answer.json()) as { url: string };
    const { code, out } = await checked(` --page ${url}`);
    expect(code).toBe(0);
    expect(out).toMatch(/ scripts, the frame, the payment page and the notice page match /);
    expect((await checked(` --page ${url}0`)).err).toContain('payment page: HTTP 404\n');
  });

  it.each(['--check --page https://shop.example/cart', `--page ${BASE}/order/1`])(
    'sends nothing with %s',
    async (options) => {
      const { code, sent } = await ran(`integrity ${options}`);
      expect([code, sent]).toEqual([2, []]);
    },
  );

  it('compares with ALLOWED_ORIGINS which pages may embed the frame', async () => {
    const { code, err } = await checked('', '', { ALLOWED_ORIGINS: BASE.replace('/pay', '') });
    expect(code).toBe(1);
    expect(err).toContain('frame: https://shop.example may embed it, but is not in ALLOWED_ORIGINS');
  });

  it('names what differs, with exit code 1', async () => {
    const { code, err } = await checked('', `${BASE}/pay-form.js`);
    expect(code).toBe(1);
    const line = 'pay-form.js: the connection was closed unexpectedly (ECONNRESET)';
    expect(err.split('\n').slice(1)).toEqual([`  ${line}`, '']);
  });
});
