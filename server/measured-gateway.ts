import type { Gateway, Outcome } from './payments/ports/gateway.ts';

/** Receives every call: its name, its result, and how long it took in seconds. */
export type CallObserver = (call: keyof Gateway, result: string, seconds: number) => void;

/**
 * The same gateway, with every call reported to `seen`. The result is the status that the gateway reported (`success`,
 * `pending`, …), `answered` where it reported none, `refused`, `not-sent`, `unknown`, or `unsendable` where it rejected.
 * @param now milliseconds
 */
export function measuredGateway(gateway: Gateway, seen: CallObserver, now: () => number): Gateway {
  return new Proxy(gateway, {
    get: (_target, name) =>
      name in gateway ? measured(gateway, name as keyof Gateway, seen, now) : undefined,
  });
}

type Call = (this: Gateway, ...request: unknown[]) => Promise<Outcome<unknown>>;

function measured(gateway: Gateway, name: keyof Gateway, seen: CallObserver, now: () => number): Call {
  return async (...request) => {
    const start = now();
    let result = 'unsendable';
    try {
      const outcome = await (gateway[name] as Call).apply(gateway, request);
      result = resultOf(outcome);
      return outcome;
    } finally {
      seen(name, result, (now() - start) / 1_000);
    }
  };
}

function resultOf(outcome: Outcome<unknown>): string {
  if (outcome.kind !== 'answered') return outcome.kind;
  const { value } = outcome;
  const status = typeof value === 'object' && value !== null && 'status' in value ? value.status : null;
  return typeof status === 'string' ? status : 'answered';
}
