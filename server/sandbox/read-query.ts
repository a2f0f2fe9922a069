import type { Context } from 'hono';
import type { Check } from './fields.ts';
import { accept } from './accept.ts';
import { type Parameter, type Tolerance, readParameters } from './parameters.ts';
import type { World } from './world.ts';

/**
 * Reads the query of a request. A repeated or invalid parameter is refused, as in a body.
 * @param tolerances what the live gateway tolerates instead of a value
 * @throws Refusal 400
 */
export function readQuery<Name extends string>(
  world: World,
  context: Context,
  checks: Readonly<Record<Name, Check>>,
  tolerances: Readonly<Record<string, Tolerance>> = {},
): Partial<Record<Name, string>> {
  const parameters = Object.entries<Check>(checks).map(([name, check]): [string, Parameter] => {
    return [name, { need: 'O', check: once(check), tolerance: tolerances[name] }];
  });
  const given = Object.entries(context.req.queries()).map(([name, values]) => {
    return [name, values.length === 1 ? values[0] : values];
  });
  const reading = readParameters(Object.fromEntries(given), Object.fromEntries(parameters));
  return accept(world, context, reading) as Partial<Record<Name, string>>;
}

function once(check: Check): Check {
  return (value, stated) => (Array.isArray(value) ? 'must be sent once' : check(value, stated));
}
