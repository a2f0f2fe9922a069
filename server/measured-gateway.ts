import type { Gateway, Outcome } from './payments/ports.ts';

/** Told of every call: its name, what came of it, and how long it took in seconds. */
export type CallObserver = (call: keyof Gateway, result: string, seconds: number) => void;

/**
 * The same gateway, every call of it told to `seen`. What came of it is the state that the gateway told (`success`,
 * `pending`, …), `answered` where it told none, `refused`, `not-sent`, `unknown`, or `unsendable` where it rejected.
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
  const told = typeof value === 'object' && value !== null && 'status' in value ? value.status : null;
  return typeof told === 'string' ? told : 'answered';
}
