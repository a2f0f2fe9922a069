import { execFile } from 'node:child_process';
import { deepStrictEqual } from 'node:assert';
import { promisify } from 'node:util';
import { newSecrets } from '../support/built-companion.ts';
import { freePort } from '../support/process.ts';
import { makeCertificate, startBrokenGateway } from './broken-gateway.ts';
import type { Exercise } from './exercise.ts';
import { startSandbox } from './sandbox.ts';

/** Every POST to the broken gateway. The request after an answered one reuses its connection. */
const POSTS = ['good-1', 'reset-2', 'good-3', 'reset-4', 'good-5', 'close-6', 'misdirected-7'];

const EXPECTED = {
  'hosted page': 'answered',
  'direct payment': 'success',
  refund: 'success',
  receipt: '%PDF-',
  webhook: 'event',
  'forged webhook': 'bad-signature',
  ...Object.fromEntries(POSTS.map((post) => [post, post.startsWith('good') ? 'answered' : 'unknown'])),
  'nobody listens': 'not-sent',
  'TLS, trusted': 'answered',
  'TLS, untrusted': 'not-sent',
};

const LONGEST_MS = 60_000;

/**
 * Runs `exercise.ts` with the built client on a runtime.
 * @param runtime the runtime and its options, for TypeScript
 * @throws Error if a call ends otherwise than expected, or a payment was sent twice or to a wrong server
 */
export async function checkClient([program = '', ...options]: readonly string[], folder: string) {
  const secrets = newSecrets();
  const sandbox = await startSandbox(secrets);
  const certificate = makeCertificate(folder, 'trusted');
  const broken = await startBrokenGateway();
  const trusted = await startBrokenGateway(certificate);
  const untrusted = await startBrokenGateway(makeCertificate(folder, 'untrusted'));
  const { posId, apiSecret } = secrets;
  const exercise: Exercise = {
    credentials: { posId, apiSecret, apiKey: 'bench', endpointsKey: 'bench' },
    sandbox: sandbox.url,
    broken: broken.url,
    posts: POSTS,
    others: {
      'nobody listens': `http://127.0.0.1:${await freePort()}`,
      'TLS, trusted': trusted.url,
      'TLS, untrusted': untrusted.url,
    },
  };
  const env = {
    ...process.env,
    EXERCISE: JSON.stringify(exercise),
    NODE_EXTRA_CA_CERTS: certificate.file,
  };
  try {
    const args = [...options, 'e2e/runtimes/exercise.ts'];
    const { stdout } = await promisify(execFile)(program, args, { env, timeout: LONGEST_MS });
    deepStrictEqual(JSON.parse(stdout), EXPECTED);
    deepStrictEqual(broken.posts, POSTS, 'every POST is sent once');
    deepStrictEqual(untrusted.posts, [], 'nothing is sent to a gateway without a good certificate');
  } finally {
    await sandbox.end();
    for (const gateway of [broken, trusted, untrusted]) gateway.close();
  }
}
