import { shownPayment } from './control-orders.ts';
import type { Fault } from './faults.ts';
import { type JournalEntry, redact } from './journal.ts';
import type { WebhookRecord } from './webhook-sender.ts';
import type { World } from './world.ts';

type ShownPayment = ReturnType<typeof shownPayment>;

/** One violation of the interface document, counted over all requests. */
export interface ViolationSum {
  endpoint: string;
  field: string;
  violation: string;
  accepted: boolean;
  count: number;
  /** milliseconds of the sandbox's clock */
  lastAt: number;
}

/** The contents of the overview, newest first. Contains nothing that the control API would not show. */
export interface Overview {
  now: number;
  baseUrl: string;
  posId: string;
  strict: boolean;
  /** the order to which the page is limited, or null for all */
  orderId: string | null;
  payments: ShownPayment[];
  requests: JournalEntry[];
  webhooks: WebhookRecord[];
  violations: ViolationSum[];
  faults: readonly Fault[];
}

/**
 * Collects the contents of the overview.
 * @param orderId an order's id or its beginning; empty for everything
 */
export function overviewOf(world: World, orderId: string): Overview {
  const isWanted = (id: string | null) => orderId === '' || (id?.startsWith(orderId) ?? false);
  const requests = world.journal
    .all()
    .filter((entry) => isWanted(entry.orderId))
    .toReversed();
  return {
    now: world.clock.now(),
    baseUrl: world.baseUrl,
    posId: world.credentials.posId,
    strict: world.settings.strict,
    orderId: orderId === '' ? null : orderId,
    payments: redacted(world.ledger.all().map(shownPayment))
      .filter((payment) => isWanted(payment.orderId))
      .toReversed(),
    requests,
    webhooks: redacted(world.webhooks.records())
      .filter((webhook) => isWanted(webhook.orderId))
      .toReversed(),
    violations: violationSums(requests),
    faults: world.faults.waiting(),
  };
}

/** @param requests newest first */
function violationSums(requests: readonly JournalEntry[]): ViolationSum[] {
  const sums = new Map<string, ViolationSum>();
  for (const { method, path, at, violations } of requests) {
    for (const violation of violations) {
      const endpoint = `${method} ${path}`;
      const key = JSON.stringify([endpoint, violation]);
      const sum = sums.get(key) ?? { endpoint, ...violation, count: 0, lastAt: at };
      sums.set(key, { ...sum, count: sum.count + 1 });
    }
  }
  return [...sums.values()].toSorted((one, other) => other.count - one.count);
}

/** {@link redact} does not change the shape. */
function redacted<Shown>(shown: readonly Shown[]): Shown[] {
  return redact(shown) as Shown[];
}
