import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FRAME_HEADERS, FRAME_PAGE, framePolicy } from '../routes/frame.ts';
import { readWidgetFiles } from '../node/widget-files.ts';
import { BASE, failure, ran, type Sent } from './testing/terminal.ts';
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

/** What a companion of this release sends. */
function served({ url }: Sent): Response {
  const path = url.slice(BASE.length + 1);
  const [name = ''] = path.split('?');
  const widget = readWidgetFiles().find((one) => one.name === name);
  if (widget) return new Response(widget.body);
  const nosniff = { 'x-content-type-options': 'nosniff' };
  if (path === 'frame') {
    const policy = framePolicy(BASE, [new URL(BASE).origin, 'https://shop.example']);
    const headers = { ...FRAME_HEADERS, ...nosniff, 'content-security-policy': policy };
    return new Response(FRAME_PAGE, { headers });
  }
  const headers = {
    ...nosniff,
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy':
      "default-src 'none'; style-src 'nonce-1'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  };
  return new Response('<!doctype html>', { status: 404, headers });
}

describe('pay-form integrity --check', () => {
  it('finds nothing where the companion serves this release', async () => {
    const { code, out, err } = await ran('integrity --check', served);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^https:\S+: \d+ scripts, the frame and the notice page match pay-form \d+\.\d+\.\d+\.\nPages that may embed the frame: https:\S+ https:\/\/shop\.example\n$/,
    );
  });

  it('names what differs, with exit code 1', async () => {
    const { code, err } = await ran('integrity --check', (sent) =>
      sent.url.endsWith('/pay-form.js') ? failure('ECONNRESET') : served(sent),
    );
    expect(code).toBe(1);
    const line = 'pay-form.js: the connection was closed unexpectedly (ECONNRESET)';
    expect(err.split('\n').slice(1)).toEqual([`  ${line}`, '']);
  });
});
