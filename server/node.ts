import { keepHeapSmall } from './small-heap.ts';

/** `npm run serve`: the companion alone, from the environment. Exits 1 with every problem named. */
// Before anything else is loaded: what the heap grows to while it loads it does not give back.
keepHeapSmall();
const { readSettings, SettingsError } = await import('./settings.ts');
const { startCompanion } = await import('./start.ts');
try {
  const settings = readSettings(process.env);
  const companion = await startCompanion(settings);
  console.log(`pay-form companion: ${settings.publicUrl} (port ${companion.port})`);
  const stop = () => {
    void companion.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  for (const line of problemsOf(error)) console.error(line);
  process.exit(1);
}

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof SettingsError)
    return ['Invalid settings:', ...error.problems.map((one) => `  ${one}`)];
  return [error instanceof Error ? error.message : String(error)];
}
