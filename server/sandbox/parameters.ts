import type { Check, SentFields, Tolerance } from './fields.ts';
import type { Violation } from './refusal.ts';

/** A parameter in the interface document, and what the live gateway accepts besides. */
export interface Parameter {
  /**
   * `R` required, `O` optional, `-` not sent; `r` required by the document, but left out by shipping clients, which the
   * live gateway evidently tolerates.
   */
  need: 'R' | 'r' | 'O' | '-';
  check: Check;
  tolerance?: Tolerance | undefined;
}

/**
 * A table of the document: each parameter with its need in every column, its type, and what the live gateway accepts
 * instead. C (conditional) is read as O; a dot stands for a parameter that the column does not know.
 */
export type Table<Name extends string = string> = Readonly<
  Record<Name, readonly [needs: string, check: Check, tolerance?: Tolerance]>
>;

/** The parameters of one column of a table. */
export function columnOf(table: Table, column: number): Record<string, Parameter> {
  const rows = Object.entries(table).map(([name, [needs, check, tolerance]]): [string, Parameter | null] => {
    const need = needs.split(' ')[column]?.replace('C', 'O');
    return [name, isNeed(need) ? { need, check, tolerance } : null];
  });
  return Object.fromEntries(rows.filter((row): row is [string, Parameter] => row[1] !== null));
}

function isNeed(need: string | undefined): need is Parameter['need'] {
  return need === 'R' || need === 'r' || need === 'O' || need === '-';
}

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
 * violations that the live gateway accepts: existing clients send them.
 */
export function readParameters(sent: SentFields, parameters: Readonly<Record<string, Parameter>>): Reading {
  const request: Record<string, unknown> = {};
  const violations = Object.keys(sent)
    .filter((name) => !Object.hasOwn(parameters, name))
    .map((name): Violation => ({ field_name: name, violation: 'unknown parameter' }));
  const intolerable: Violation[] = [];
  for (const [name, parameter] of Object.entries(parameters)) {
    const { value, violation, isTolerated } = findingOf(sent[name], parameter, sent);
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

interface Finding {
  /** as the live gateway reads it, or as sent if it cannot; undefined for a parameter that counts as not sent */
  value?: unknown;
  violation?: string;
  isTolerated: boolean;
}

function findingOf(value: unknown, { need, check, tolerance }: Parameter, sent: SentFields): Finding {
  if (value === undefined || value === null) return absent(value, need);
  if (need === '-') return { violation: 'must not be sent in this mode and method', isTolerated: true };
  const violation = check(value, sent);
  if (violation === null) return { value, isTolerated: true };
  const read = tolerance?.(value, sent);
  if (read === undefined) return { value, violation, isTolerated: false };
  return read === null
    ? { violation, isTolerated: need !== 'R' }
    : { value: read, violation, isTolerated: true };
}

function absent(value: undefined | null, need: Parameter['need']): Finding {
  if (need === 'R' || need === 'r') return { violation: 'is required', isTolerated: need === 'r' };
  return value === undefined ? { isTolerated: true } : { violation: 'must not be null', isTolerated: true };
}
