import type { z } from 'zod';
import { type Fault, type Parameter, type SentFields, typeFaults } from '../contract/gateway-parameters.ts';
import type { Tolerance } from './fields.ts';
import type { Violation } from './refusal.ts';

/** What the live gateway evidently does with a parameter, beside the interface document. */
export interface Live {
  /** its type in the place of the document's, which is just String */
  type?: z.ZodType;
  /** what it accepts besides */
  tolerance?: Tolerance;
  /** shipping clients leave it out, although the document requires it */
  isLeftOut?: boolean;
}

/** What the live gateway does with the parameters of a table. */
export type LiveTable<Name extends string> = Readonly<Partial<Record<Name, Live>>>;

/** The result of checking a request against the interface document. */
export interface Reading {
  /** the parameters as the live gateway reads them; a value that it does not accept is present as it was sent */
  request: SentFields;
  /** all violations of the document */
  violations: readonly Violation[];
  /** those that the live gateway does not accept */
  intolerable: readonly Violation[];
}

/**
 * Checks a request against the document. Unknown parameters, null, and parameters that are not sent in a mode are
 * violations that the live gateway accepts: existing clients send them (interface 17.13).
 */
export function readParameters<Name extends string>(
  sent: SentFields,
  parameters: readonly Parameter<Name>[],
  live?: LiveTable<Name>,
): Reading {
  const request: Record<string, unknown> = {};
  const violations = Object.keys(sent)
    .filter((name) => !parameters.some((parameter) => parameter.name === name))
    .map((name): Violation => ({ field_name: name, violation: 'unknown parameter' }));
  const intolerable: Violation[] = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    const { value, violation, isTolerated } = findingOf(sent, parameter, live?.[name] ?? {});
    if (value !== undefined) request[name] = value;
    if (violation === undefined) continue;
    violations.push({ field_name: name, violation });
    if (!isTolerated) intolerable.push({ field_name: name, violation });
  }
  return { request, violations, intolerable };
}

/** Adds violations of rules over several parameters: nothing shows that the live gateway tolerates them. */
export function withIntolerable(reading: Reading, more: readonly Violation[]): Reading {
  return {
    ...reading,
    violations: [...reading.violations, ...more],
    intolerable: [...reading.intolerable, ...more],
  };
}

export const violationOf = ({ field, text }: Fault): Violation => ({ field_name: field, violation: text });

interface Finding {
  /** as the live gateway reads it, or as sent if it cannot; undefined for a parameter that counts as not sent */
  value?: unknown;
  violation?: string;
  isTolerated: boolean;
}

function findingOf(sent: SentFields, { name, need, type: documented }: Parameter, live: Live): Finding {
  const value = sent[name];
  const { type = documented, tolerance, isLeftOut = false } = live;
  const mayMiss = need !== 'R' || isLeftOut;
  if (value === undefined || value === null) {
    if (need === 'R') return { violation: 'is required', isTolerated: isLeftOut };
    return value === undefined ? { isTolerated: true } : { violation: 'must not be null', isTolerated: true };
  }
  if (need === '-') return { violation: 'must not be sent in this mode and method', isTolerated: true };
  const [fault] = typeFaults(name, type, value, sent);
  if (!fault) return { value, isTolerated: true };
  const violation = `${fault.field.slice(name.length + 1)} ${fault.text}`.trim();
  const read = tolerance?.(value, (other) => typeFaults(name, type, other, sent).length === 0);
  if (read === undefined) return { value, violation, isTolerated: false };
  return read === null ? { violation, isTolerated: mayMiss } : { value: read, violation, isTolerated: true };
}
