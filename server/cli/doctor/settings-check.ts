import { readSettings, type Settings, SettingsError } from '../../settings.ts';
import { type Check, fail, ok } from './check.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings as the companion does; every problem is a check of its own. */
export function checkSettings(env: Environment): { settings: Settings | null; checks: Check[] } {
  try {
    const settings = readSettings(env);
    return { settings, checks: [ok('settings', 'all required settings are there and valid')] };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const checks = error.problems.map((problem) =>
      fail(
        'settings',
        problem,
        'See the table of settings in the README; the rest is checked once they are valid.',
      ),
    );
    return { settings: null, checks };
  }
}
