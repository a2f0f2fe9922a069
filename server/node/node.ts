import { readSettings, SettingsError } from '../settings.ts';
import { startCompanion } from './start.ts';

const HINT = 'See docs/settings.md in the package. `pay-form dev` needs no settings.';

/**
 * `pay-form serve`: the companion only, configured by the environment. If settings are invalid it names every problem
 * and exits with 1.
 */
try {
  const settings = readSettings(process.env);
  const companion = await startCompanion(settings);
  console.log(`pay-form companion: ${settings.publicUrl} (port ${companion.port})`);
  const stop = () => void companion.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  for (const line of problemsOf(error)) console.error(line);
  process.exit(1);
}

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof SettingsError)
    return ['Invalid settings:', ...error.problems.map((one) => `  ${one}`), HINT];
  return [error instanceof Error ? error.message : String(error)];
}
