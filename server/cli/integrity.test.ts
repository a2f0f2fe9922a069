import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FRAME_HEADERS, FRAME_PAGE, framePolicy } from '../routes/frame.ts';
import { readWidgetFiles } from '../widget-files.ts';
import { run } from './run.ts';
import { BASE, failure, type Sent, testWorld } from './test-world.ts';
import { widgetTags } from './widget-scripts.ts';

const PAGES = [new URL(BASE).origin, 'https://shop.example'];

const sri = (body: Uint8Array) => `sha384-${createHash('sha384').update(body).digest('base64')}`;

function file(name: string) {
  const body = new TextEncoder().encode(`export const name = '${name}';`);
  return { name, body, brotli: body, hash: '0123456789abcdef' };
}

/** The companion's page for an order that does not exist. */
function page() {
  const headers = {
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy':
      "default-src 'none'; style-src 'nonce-1'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
  return new Response('<!doctype html>', { status: 404, headers });
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

  describe('--inventory', () => {
    it('lists every script with its hash and why it is there', async () => {
      const world = testWorld();
      expect(await run(['integrity', '--inventory'], world)).toBe(0);
      const [head, ...lines] = world.out().trim().split('\n');
      const files = readWidgetFiles();
      expect(head).toBe('script,integrity,purpose');
      expect(lines.map((line) => line.split(',')[0])).toEqual(files.map(({ name }) => `${BASE}/${name}`));
      for (const { body } of files) expect(world.out()).toContain(`,${sri(body)},"`);
      // Forces an explanation for every new kind of file.
      expect(world.out()).not.toContain('A part of the payment form');
      expect(world.out()).toContain(',"Texts in the language pt-br"\n');
    });

    it('goes not with --check', async () => {
      expect(await run(['integrity', '--inventory', '--check'], testWorld())).toBe(2);
    });
  });

  describe('--check', () => {
    type Change = (path: string, encoding: string | undefined) => Response | Error | undefined;

    /** A companion that serves this release, except for the given changes. */
    const served = (change: Change) => {
      const files = readWidgetFiles();
      return ({ url, headers }: Sent) => {
        const path = url.slice(BASE.length + 1);
        const changed = change(path, headers['accept-encoding']);
        if (changed) return changed instanceof Error ? changed : changed.clone();
        const file = files.find(({ name, hash }) => path === name || path === `${name}?v=${hash}`);
        if (file) return new Response(file.body);
        if (path !== 'frame') return page();
        const policy = framePolicy(BASE, PAGES);
        return new Response(FRAME_PAGE, {
          headers: {
            ...FRAME_HEADERS,
            'content-security-policy': policy,
            'x-content-type-options': 'nosniff',
          },
        });
      };
    };
    const checked = async (change: Change = () => undefined) => {
      const world = testWorld({ replies: [served(change)] });
      const code = await run(['integrity', '--check'], world);
      return { code, out: world.out(), err: world.err() };
    };

    it('finds nothing where the companion serves this release', async () => {
      const { code, out, err } = await checked();
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(
        /^https:\S+: \d+ scripts, the frame and the notice page match pay-form \d+\.\d+\.\d+\.\nPages that may embed the frame: https:\S+ https:\/\/shop\.example\n$/,
      );
    });

    it('names what differs, with exit code 1', async () => {
      const { code, err } = await checked((path) =>
        path === 'pay-form.js' ? failure('ECONNRESET') : undefined,
      );
      expect(code).toBe(1);
      const line = 'pay-form.js: the connection was closed unexpectedly (ECONNRESET)';
      expect(err.split('\n').slice(1)).toEqual([`  ${line}`, '']);
    });
  });
});
