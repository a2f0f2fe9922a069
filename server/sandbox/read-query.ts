import type { Context } from 'hono';
import type { Check } from './fields.ts';
import { type Violation, invalid } from './refusal.ts';

/**
 * Reads the query of a GET. A parameter that is unknown, named twice or wrong is refused, like one of a body.
 * @throws Refusal 400
 */
export function readQuery<Name extends string>(
  context: Context,
  checks: Readonly<Record<Name, Check>>,
): Partial<Record<Name, string>> {
  const given = context.req.queries();
  const violations = Object.entries(given).flatMap(([parameter, values]) => {
    const violation = violationOf(checks, parameter, values);
    return violation ? [{ field_name: parameter, violation } satisfies Violation] : [];
  });
  if (violations.length > 0) throw invalid(violations);
  const read = Object.entries(given).map(([parameter, values]) => [parameter, values[0]]);
  return Object.fromEntries(read) as Partial<Record<Name, string>>;
}

function violationOf(checks: Readonly<Record<string, Check>>, parameter: string, values: string[]) {
  const check = Object.hasOwn(checks, parameter) ? checks[parameter] : undefined;
  if (!check) return 'unknown parameter';
  return values.length > 1 ? 'must be sent once' : check(values[0], {});
}
