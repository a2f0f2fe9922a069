import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanionOptions } from './companion.ts';
import { isLoopback } from './contract/loopback.ts';
import { freePort } from './free-port.ts';
import { DEFAULT_SETTINGS, readStrict } from './sandbox/settings.ts';
import { type RunningSandbox, startSandbox } from './sandbox/start.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { type Companion, startCompanion } from './start.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Companion and sandbox, side by side on this machine. */
export interface DevStack {
  settings: Settings;
  companion: Companion;
  sandbox: RunningSandbox;
  /** Secrets by the names of their settings. */
  secrets: Readonly<Record<SecretName, string>>;
  /** Those that were made up, as the environment has none. */
  madeUp: readonly SecretName[];
  /** Ends both and deletes what they stored, unless `DATABASE_URL` says where. */
  close(): Promise<void>;
}

const SECRETS = {
  MERCHANT_API_KEY: () => randomBytes(24).toString('base64url'),
  ORDER_SECRET: () => randomBytes(32).toString('base64url'),
  MERCHANT_WEBHOOK_SECRET: () => `whsec_${randomBytes(24).toString('base64')}`,
};
export type SecretName = keyof typeof SECRETS;

/**
 * Starts companion and sandbox with made-up credentials, for trying and developing. Ports from `PORT` (8080) and
 * `SANDBOX_PORT` (8090), free ones where these are taken. `STRICT=true`: the sandbox refuses whatever breaks the interface
 * document. All other settings of the companion may stand in the environment; the gateway's are those of the sandbox.
 * @param env wins over `defaults`
 * @throws SettingsError, also where the store belongs to a companion of the real gateway
 */
export async function startDevStack(
  env: Environment,
  defaults: Environment = {},
  options: CompanionOptions = {},
): Promise<DevStack> {
  const wished = { ...defaults, ...given(env) };
  requireOwnStore(wished);
  const [port, sandboxPort] = await Promise.all([
    freePort(wished['PORT'], 8080),
    freePort(wished['SANDBOX_PORT'], 8090),
  ]);
  const secrets = secretsOf(wished);
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const strict = readStrict(wished['STRICT']);
  const sandbox = await startSandbox({ port: sandboxPort, settings: { strict } });
  try {
    const settings = readSettings({
      DATABASE_URL: `file:${join(folder, 'pay.db')}`,
      LOG_LEVEL: 'warn',
      // Declines are tried here again and again.
      LIMITS: 'off',
      SUB_MERCHANTS: DEFAULT_SETTINGS.subMerchants.join(),
      ...wished,
      ...(wished['MERCHANT_WEBHOOK_URL'] && { MERCHANT_WEBHOOK_SECRET: secrets.MERCHANT_WEBHOOK_SECRET }),
      MERCHANT_API_KEY: secrets.MERCHANT_API_KEY,
      ORDER_SECRET: secrets.ORDER_SECRET,
      PORT: String(port),
      PUBLIC_URL: publicUrl(wished['PUBLIC_URL'], port),
      ...gatewaySettings(sandbox),
    });
    const companion = await startCompanion(settings, options);
    const names = Object.keys(SECRETS) as SecretName[];
    return {
      settings,
      companion,
      sandbox,
      secrets,
      madeUp: names.filter((name) => wished[name] === undefined),
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

/** A sandbox knows none of the real gateway's payments and would say so: open ones would be taken for failed. */
function requireOwnStore({ DATABASE_URL, GATEWAY_URL }: Environment): void {
  if (DATABASE_URL === undefined || GATEWAY_URL === undefined || isLoopback(GATEWAY_URL)) return;
  throw new SettingsError([
    'DATABASE_URL belongs to a companion of the gateway at GATEWAY_URL: unset one of them, for a sandbox must not answer for its payments',
  ]);
}

function secretsOf(env: Environment): Record<SecretName, string> {
  const entries = Object.entries(SECRETS).map(([name, make]) => [name, env[name] ?? make()]);
  return Object.fromEntries(entries) as Record<SecretName, string>;
}

/** The address of a tunnel stays as it is; one of this machine gets the port that was taken. */
function publicUrl(wish: string | undefined, port: number): string {
  if (wish === undefined || !URL.canParse(wish)) return wish ?? `http://localhost:${port}/pay`;
  if (!isLoopback(wish)) return wish;
  const url = new URL(wish);
  url.port = String(port);
  return String(url);
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
