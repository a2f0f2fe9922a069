import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readWidgetFiles } from '../widget-files.ts';
import { widgetTags } from './integrity.ts';
import { run } from './run.ts';
import { BASE, testWorld } from './test-world.ts';

const sri = (body: Uint8Array) => `sha384-${createHash('sha384').update(body).digest('base64')}`;

function file(name: string) {
  const body = new TextEncoder().encode(`export const name = '${name}';`);
  return { name, body, brotli: body, hash: '0123456789abcdef' };
}

describe('pay-form integrity', () => {
  it('prints an import map for what is loaded later, and the script tag of what is loaded first', () => {
    const [entry, uk] = [file('pay-form.js'), file('pay-form-uk-1a2b.js')];
    // The frame of an isolated form loads its script by itself.
    expect(widgetTags([uk, file('frame.js'), entry], BASE)).toBe(`<script type="importmap">
{
  "integrity": {
    "${BASE}/pay-form-uk-1a2b.js": "${sri(uk.body)}"
  }
}
</script>
<script type="module" src="${BASE}/pay-form.js?v=0123456789abcdef" integrity="${sri(entry.body)}" crossorigin="anonymous"></script>
`);
  });

  it('closes no tag, whatever the address holds', () => {
    const tags = widgetTags([file('pay-form.js'), file('a.js')], 'https://pay.example/</script>"');
    expect(tags.match(/<\/script>/g)).toHaveLength(2);
    expect(tags).not.toContain('/"');
  });

  it('has every file of the built widget, at the address that browsers know, and sends nothing', async () => {
    const world = testWorld({ env: { PUBLIC_URL: `${BASE}/` } });
    expect(await run(['integrity'], world)).toBe(0);
    for (const { name, body } of readWidgetFiles().filter((file) => file.name !== 'frame.js')) {
      expect(world.out()).toContain(`"${BASE}/${name}`);
      expect(world.out()).toContain(sri(body));
    }
    expect(world.sent).toEqual([]);
  });

  it('refuses an address that is none', async () => {
    const world = testWorld();
    expect(await run(['integrity', '--url', 'pay.shop.example'], world)).toBe(2);
    expect(world.err()).toMatch(/--url must be an http or https address/);
  });
});
