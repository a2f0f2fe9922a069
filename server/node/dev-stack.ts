import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanionOptions } from '../companion.ts';
import { isLoopback } from '../contract/address.ts';
import { listenFault } from '../contract/start-fault.ts';
import { errorCode } from '../gateway/failure.ts';
import { DEFAULT_SETTINGS, readStrict } from '../sandbox/settings.ts';
import { type RunningSandbox, startSandbox } from '../sandbox/start.ts';
import { readSettings, type Settings, SettingsError } from '../settings.ts';
import { type Companion, startCompanion } from './start.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Companion and sandbox, side by side on this machine. */
export interface DevStack {
  settings: Settings;
  companion: Companion;
  sandbox: RunningSandbox;
  /** Secrets by the names of their settings. */
  secrets: Readonly<Record<SecretName, string>>;
  /** Those that were generated, because the environment has none. */
  madeUp: readonly SecretName[];
  /** Stops both and deletes their data, unless `DATABASE_URL` is set. */
  close(): Promise<void>;
}

const SECRETS = {
  MERCHANT_API_KEY: () => randomBytes(24).toString('base64url'),
  ORDER_SECRET: () => randomBytes(32).toString('base64url'),
  MERCHANT_WEBHOOK_SECRET: () => `whsec_${randomBytes(24).toString('base64')}`,
};
export type SecretName = keyof typeof SECRETS;

/**
 * Starts companion and sandbox with generated credentials, for trials and development. Ports are those of `PUBLIC_URL`
 * and `GATEWAY_URL`, because pages and programs already use these addresses; without them `PORT` (8080) and
 * `SANDBOX_PORT` (8090), or free ones if these are taken. With `STRICT=true` the sandbox refuses requests that break
 * the interface document. All other settings of the companion can be set in the environment. The gateway's settings are
 * those of the sandbox, and `MERCHANT_WEBHOOK_SECRET` is generated if the webhook's address is not on this machine. The
 * sandbox's receipts name `MERCHANT_NAME`, too.
 * @param env takes precedence over `defaults`
 * @throws SettingsError, also if the settings are those of a companion of a real gateway, or the port of an address is
 *   taken
 */
export async function startDevStack(
  env: Environment,
  defaults: Environment = {},
  options: CompanionOptions = {},
): Promise<DevStack> {
  const wished = { ...defaults, ...given(env) };
  refuseLive(wished);
  const strict = readStrict(wished['STRICT']);
  const { port, sandboxPort } = await choosePorts(wished);
  const secrets = secretsOf(wished);
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const merchantName = wished['MERCHANT_NAME'];
  const sandboxSettings = { strict, ...(merchantName && { merchantName }) };
  const sandbox = await startSandbox({ port: sandboxPort, settings: sandboxSettings }).catch(
    (error: unknown) => {
      removeFolder();
      throw error;
    },
  );
  try {
    const settings = readSettings({
      DATABASE_URL: `file:${join(folder, 'pay.db')}`,
      LOG_LEVEL: 'warn',
      // Developers test declines repeatedly.
      LIMITS: 'off',
      SUB_MERCHANTS: DEFAULT_SETTINGS.subMerchants.join(),
      ...wished,
      ...(wished['MERCHANT_WEBHOOK_URL'] && { MERCHANT_WEBHOOK_SECRET: secrets.MERCHANT_WEBHOOK_SECRET }),
      MERCHANT_API_KEY: secrets.MERCHANT_API_KEY,
      ORDER_SECRET: secrets.ORDER_SECRET,
      PORT: String(port),
      PUBLIC_URL: wished['PUBLIC_URL'] ?? `http://localhost:${port}/pay`,
      ...gatewaySettings(sandbox),
    });
    const companion = await startCompanion(settings, options);
    const names = Object.keys(SECRETS) as SecretName[];
    return {
      settings,
      companion,
      sandbox,
      secrets,
      madeUp: names.filter((name) => wished[name] !== secrets[name]),
      async close() {
        await Promise.all([companion.close(), sandbox.close()]);
        removeFolder();
      },
    };
  } catch (error) {
    await sandbox.close();
    removeFolder();
    throw error;
  }
}

/** An empty variable counts as missing. */
function given(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
}

/**
 * A sandbox would answer for a real gateway's payments: open ones would be treated as failed, and its own successes
 * would be posted to the real shop, signed with the real secret.
 */
function refuseLive({ GATEWAY_URL }: Environment): void {
  if (GATEWAY_URL === undefined || isLoopback(GATEWAY_URL)) return;
  throw new SettingsError([
    'GATEWAY_URL names a real gateway, so these are the settings of a live companion, which a sandbox must not replace: unset GATEWAY_URL, or start this in a folder without that .env',
  ]);
}

/** The secret of a shop elsewhere is not used: the shop would treat a sandbox's success as a payment. */
function secretsOf({ MERCHANT_WEBHOOK_URL: url, ...env }: Environment): Record<SecretName, string> {
  const elsewhere = url !== undefined && !isLoopback(url);
  const known: Environment = { ...env, ...(elsewhere && { MERCHANT_WEBHOOK_SECRET: undefined }) };
  const entries = Object.entries(SECRETS).map(([name, make]) => [name, known[name] ?? make()]);
  return Object.fromEntries(entries) as Record<SecretName, string>;
}

function gatewaySettings({ url, credentials }: RunningSandbox): Environment {
  return {
    GATEWAY_URL: url,
    GATEWAY_BALANCES_URL: undefined,
    GATEWAY_WEBHOOK_IPS: undefined,
    GATEWAY_PREVIOUS_API_SECRET: undefined,
    GATEWAY_AUTH_SCHEME: undefined,
    GATEWAY_POS_ID: credentials.posId,
    GATEWAY_API_KEY: credentials.apiKey,
    GATEWAY_API_SECRET: credentials.apiSecret,
    GATEWAY_ENDPOINTS_KEY: credentials.endpointsKey,
  };
}

/** @throws SettingsError naming every address whose port is taken */
async function choosePorts(wished: Environment): Promise<{ port: number; sandboxPort: number }> {
  const { PUBLIC_URL, GATEWAY_URL, PORT, SANDBOX_PORT } = wished;
  // A proxy or tunnel at another address leads to PORT.
  const fixed = portOf(PUBLIC_URL) ?? (PUBLIC_URL ? Number(PORT ?? 8080) : null);
  const fixedSandbox = portOf(GATEWAY_URL);
  const faults = [
    ...(fixed ? await portFaults('PUBLIC_URL', fixed) : []),
    ...(fixedSandbox ? await portFaults('GATEWAY_URL', fixedSandbox) : []),
  ];
  const port = fixed || (await freePort(PORT, 8080));
  const sandboxPort = fixedSandbox ?? (await freePort(SANDBOX_PORT, 8090));
  const isShared = sandboxPort === port && sandboxPort !== 0;
  if (isShared && fixedSandbox) faults.push(`GATEWAY_URL: port ${port} is the companion's`);
  if (faults.length > 0) throw new SettingsError(faults);
  return { port, sandboxPort: isShared ? await freePort('0', 0) : sandboxPort };
}

/** The port of a server on this machine that an address names; null if the address names none, or not this machine. */
function portOf(address = ''): number | null {
  if (!address.startsWith('http:') || !isLoopback(address)) return null;
  return Number(new URL(address).port || 80);
}

/** Why a port that an address names cannot be used, and by whom it is taken. */
async function portFaults(setting: string, port: number): Promise<string[]> {
  const error = await probe(port).then(
    () => null,
    (cause: unknown) => cause,
  );
  if (error === null) return [];
  if (errorCode(error) !== 'EADDRINUSE') return [listenFault(error, { port }).message];
  const remedy = `end it, or remove ${setting} from the settings to get another address`;
  return [`${setting}: port ${port} is taken by ${await ownerOf(port)}; ${remedy}`];
}

/** Who listens on a port of this machine. */
async function ownerOf(port: number): Promise<string> {
  const isThere = (path: string, header: string) =>
    fetch(`http://localhost:${port}${path}`, { signal: AbortSignal.timeout(1_000), redirect: 'manual' }).then(
      ({ status, headers }) => status === 200 && headers.has(header),
      () => false,
    );
  if (await isThere('/livez', 'x-request-id')) return 'a pay-form companion';
  return (await isThere('/_sandbox/settings', 'content-type')) ? 'a pay-form sandbox' : 'another program';
}

/**
 * The requested port if it is free, otherwise any free one; 0 requests any.
 * @param wish from the environment; default `standard`
 */
export async function freePort(wish: string | undefined, standard: number): Promise<number> {
  const port = wish?.trim() ? Number(wish) : standard;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('a port must be a number from 0 to 65535');
  return probe(port).catch(() => probe(0));
}

/** @returns the port, or a free one for 0. @throws the error of node:net if nothing can listen on it */
async function probe(port: number): Promise<number> {
  const server = createServer().listen(port);
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : port;
}
