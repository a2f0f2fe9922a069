import type { Check } from './fields.ts';
import type { Violation } from './refusal.ts';

/** The fields of a request, by parameter. */
export type SentFields = Readonly<Record<string, unknown>>;

/**
 * How the live gateway evidently reads a value that breaks its rule: as the returned value, or as not sent if that is
 * null. Undefined for a value that it does not tolerate.
 */
export type Tolerance = (value: unknown, stated: SentFields) => unknown;

/** A parameter in the interface document, and what the live gateway tolerates besides. */
export interface Parameter {
  /**
   * `R` required, `O` optional, `-` not sent; `r` required by the document, but left out by shipping clients, which the
   * live gateway evidently tolerates.
   */
  need: 'R' | 'r' | 'O' | '-';
  check: Check;
  tolerance?: Tolerance | undefined;
}

/** The result of checking a request against the interface document. */
export interface Reading {
  /** the parameters as the live gateway reads them; an intolerable value is present as it was sent */
  request: SentFields;
  /** all violations of the document */
  violations: readonly Violation[];
  /** those that the live gateway does not tolerate */
  unbearable: readonly Violation[];
}

/**
 * Checks a request against the document. Unknown parameters, null, and parameters that are not sent in a mode are
 * violations that the live gateway tolerates: shipping clients send them.
 */
export function readParameters(stated: SentFields, parameters: Readonly<Record<string, Parameter>>): Reading {
  const unknown = Object.keys(stated)
    .filter((name) => !Object.hasOwn(parameters, name))
    .map((name) => ({ field_name: name, violation: 'unknown parameter' }));
  const findings = Object.entries(parameters).map(([name, parameter]) => ({
    name,
    ...findingOf(stated[name], parameter, stated),
  }));
  const violations = findings.flatMap(({ name, violation, isBorne }) =>
    violation === undefined ? [] : [{ field_name: name, violation, isBorne }],
  );
  return {
    request: Object.fromEntries(
      findings.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
    ),
    violations: [...unknown, ...violations.map(plain)],
    unbearable: violations.filter(({ isBorne }) => !isBorne).map(plain),
  };
}

/** Adds violations of rules over several parameters: nothing shows that the live gateway tolerates them. */
export function withUnbearable(reading: Reading, more: readonly Violation[]): Reading {
  return {
    ...reading,
    violations: [...reading.violations, ...more],
    unbearable: [...reading.unbearable, ...more],
  };
}

interface Finding {
  /** as the live gateway reads it, or as sent if it cannot; undefined for a parameter that counts as not sent */
  value?: unknown;
  violation?: string;
  isBorne: boolean;
}

function findingOf(value: unknown, { need, check, tolerance }: Parameter, stated: SentFields): Finding {
  if (value === undefined || value === null) return absent(value, need);
  if (need === '-') return { violation: 'must not be sent in this mode and method', isBorne: true };
  const violation = check(value, stated);
  if (violation === null) return { value, isBorne: true };
  const read = tolerance?.(value, stated);
  if (read === undefined) return { value, violation, isBorne: false };
  return read === null ? { violation, isBorne: need !== 'R' } : { value: read, violation, isBorne: true };
}

function absent(value: undefined | null, need: Parameter['need']): Finding {
  if (need === 'R' || need === 'r') return { violation: 'is required', isBorne: need === 'r' };
  return value === undefined ? { isBorne: true } : { violation: 'must not be null', isBorne: true };
}

function plain({ field_name, violation }: Violation): Violation {
  return { field_name, violation };
}
