import type { Context } from 'hono';
import type { Reading, SentFields } from './parameters.ts';
import { type Violation, invalid } from './refusal.ts';
import type { World } from './world.ts';

/**
 * Accepts a request as the live gateway evidently does, and lists its violations at `/_sandbox/requests`.
 * @throws Refusal 400 for violations that the live gateway does not tolerate; with the setting `strict`, for every
 *   violation
 */
export function accept(world: World, context: Context, reading: Reading): SentFields {
  const refused = world.settings.strict ? reading.violations : reading.unbearable;
  world.journal.addViolations(context.req.raw, reading.violations, refused.length === 0);
  if (refused.length > 0) throw invalid(refused);
  return reading.request;
}

/** Accepts one violation that the live gateway tolerates. @throws Refusal 400 with the setting `strict` */
export function bear(world: World, context: Context, violation: Violation): void {
  accept(world, context, { request: {}, violations: [violation], unbearable: [] });
}
