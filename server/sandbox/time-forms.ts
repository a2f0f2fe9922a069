import { timestamp } from './clock.ts';
import type { SandboxSettings } from './settings.ts';

export type TimeForm = SandboxSettings['timeForm'];

const ZONE_MS = 3 * 3_600_000;
/** Only such a time is changed: control calls may have put another one into an event. */
const PLAIN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;

const WRITTEN: Record<TimeForm, (milliseconds: number) => string | number> = {
  plain: timestamp,
  zone: (milliseconds) => `${timestamp(milliseconds + ZONE_MS)}+03:00`,
  'no-seconds': (milliseconds) => timestamp(milliseconds).slice(0, 16),
  blank: (milliseconds) => timestamp(milliseconds).replace('T', ' '),
  'epoch-seconds': (milliseconds) => Math.floor(milliseconds / 1000),
  'epoch-milliseconds': (milliseconds) => milliseconds,
};

/** Writes a TIMESTAMP of an answer or event in another form; leaves every other value unchanged. */
export function inTimeForm(value: unknown, form: TimeForm): unknown {
  if (typeof value !== 'string' || !PLAIN.test(value)) return value;
  return WRITTEN[form](Date.parse(`${value}Z`));
}
