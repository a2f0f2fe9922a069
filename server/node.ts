import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings, SettingsError } from './settings.ts';
import { startCompanion } from './start.ts';

const LOG_READER_MS = 1_000;

/**
 * `npm run serve`: the companion only, configured by the environment. If settings are invalid it names every problem
 * and exits with 1.
 */
try {
  const settings = readSettings(process.env);
  const companion = await startCompanion(settings);
  console.log(`pay-form companion: ${settings.publicUrl} (port ${companion.port})`);
  const stop = () => {
    void companion
      .close()
      .then(written)
      .then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  for (const line of problemsOf(error)) console.error(line);
  process.exit(1);
}

/** Resolves when the reader of the log has taken all lines; one that stands still is not waited for. */
async function written(): Promise<void> {
  const taken = new Promise<void>((done) => process.stdout.write('', () => done()));
  await Promise.race([taken, sleep(LOG_READER_MS)]);
}

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof SettingsError)
    return ['Invalid settings:', ...error.problems.map((one) => `  ${one}`)];
  return [error instanceof Error ? error.message : String(error)];
}
