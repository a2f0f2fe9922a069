import { expect, it } from 'vitest';
import { useCompanion } from '../../testing/companion.ts';
import { readPage, rows, section } from './testing/page.ts';

const companion = useCompanion();

/** How long a browser may use a file, in minutes: fresh, and while it fetches the new one. */
async function minutesOf(path: string): Promise<number[]> {
  const answer = await companion.ask(path);
  const seconds = answer.headers.get('cache-control')?.match(/(?<=(max-age|revalidate)=)\d+/g) ?? [];
  return seconds.map((one) => Number(one) / 60);
}

it('the page says how long files are cached, and a release reaches every page within the hour', async () => {
  const table = rows(section(readPage('docs/csp.md'), '## Caching'));
  const said = table.map(([, cell = '']) => (cell.match(/\d+(?= minutes)/g) ?? []).map(Number));
  const plain = await minutesOf('/pay-form.js');
  expect(said).toEqual([plain, await minutesOf('/frame'), []]);
  expect(plain.reduce((sum, one) => sum + one)).toBeLessThan(60);
  expect(await minutesOf('/pay-form.js?v=0123456789abcdef')).toEqual([365 * 24 * 60]);
});
