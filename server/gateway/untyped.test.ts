import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** `pay-form/gateway` as a program in plain JavaScript uses it: nothing checks its types before it runs. */

const ENTRY = new URL('index.ts', import.meta.url).href;
const ROOT = new URL('../..', import.meta.url);

function run(program: string): unknown {
  const source = `import * as gateway from ${JSON.stringify(ENTRY)};
    const errorOf = (attempt) => { try { attempt(); return 'none'; } catch (error) { return String(error); } };
    ${program}`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', source];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }));
}

it('a program without types cannot leave out a secret or a key by mistake', () => {
  const found = run(`
    const { API_SECRET, PREVIOUS } = { API_SECRET: 'now' };
    const settings = { baseUrl: 'https://gateway.example', posId: '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b',
      apiKey: PREVIOUS, apiSecret: API_SECRET, authScheme: 'CPAY', timeoutMs: '30000', yearDigits: 2 };
    console.log(JSON.stringify([
      errorOf(() => gateway.createWebhookVerifier({ secrets: [API_SECRET, PREVIOUS] })),
      errorOf(() => gateway.createWebhookVerifier({ secrets: [API_SECRET] })),
      errorOf(() => gateway.signatureOf('e30=', PREVIOUS)),
      errorOf(() => gateway.createGatewayClient(settings)),
    ]));`);
  expect(found).toEqual([
    'TypeError: secrets[1] is undefined: leave it out',
    'none',
    'TypeError: secret is undefined: leave it out',
    'TypeError: Invalid gateway settings: apiKey, endpointsKey, timeoutMs',
  ]);
}, 30_000);
