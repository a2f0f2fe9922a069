import { lacksTrustedProxies, readSettings, type Settings, SettingsError } from '../../settings.ts';
import { type Check, fail, ok, warn } from './check.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings as the companion does; every problem becomes a check of its own. */
export function checkSettings(env: Environment): { settings: Settings | null; checks: Check[] } {
  try {
    const settings = readSettings(env);
    return { settings, checks: [ok('settings', 'all required settings are present and valid')] };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const checks = error.problems.map((problem) =>
      fail(
        'settings',
        problem,
        'See docs/settings.md in the package. The other checks run once the settings are valid.',
      ),
    );
    return { settings: null, checks };
  }
}

const PROXIES = 'trusted-proxies';

/** Whether limits see the customers' addresses, by the same rule as the warning at start. */
export function checkProxies(settings: Settings): Check {
  if (!lacksTrustedProxies(settings))
    return ok(PROXIES, settings.trustedProxies.length > 0 ? 'TRUSTED_PROXIES is set' : 'none needed');
  return warn(
    PROXIES,
    'PUBLIC_URL is https and TRUSTED_PROXIES is empty',
    'Behind a proxy all customers count as one address: set TRUSTED_PROXIES to the addresses of the proxy.',
  );
}
