// The companion on its own, as `npx pay-form serve` starts it.
import { readSettings, startCompanion } from 'pay-form/server';

const settings = readSettings(process.env);
const companion = await startCompanion(settings);
console.log(`${settings.publicUrl} at port ${companion.port}`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void companion.close().then(() => process.exit(0)));
}
