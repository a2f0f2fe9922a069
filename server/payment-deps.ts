import { randomUUID } from 'node:crypto';
import { orderTokenMint } from './middleware/order-token.ts';
import { Changes } from './payments/queries/changes.ts';
import type { LimitName, Log, PaymentDeps, Store } from './payments/ports.ts';
import { GatewayClock } from './payments/gateway-clock.ts';
import type { Gateway } from './payments/gateway-port.ts';
import { SharedPolls } from './payments/queries/shared-polls.ts';
import { sampledWarning } from './node/sampled-warning.ts';
import type { Settings } from './settings.ts';
import { systemClock } from './node/system-clock.ts';

/**
 * The dependencies of the use cases, from the settings.
 * @param limitRefused counts an attempt that a limit has refused
 * @param closed aborted when the store is closed; default: never
 */
export function paymentDeps(
  settings: Settings,
  store: Store,
  log: Log,
  gateway: Gateway,
  limitRefused: (limit: LimitName) => void = () => {},
  closed: AbortSignal = new AbortController().signal,
): PaymentDeps {
  const warnOfLimit = sampledWarning(log, 'limit.reached');
  return {
    store,
    log,
    gateway,
    gatewayClock: new GatewayClock(),
    clock: systemClock,
    changes: new Changes(store),
    polls: new SharedPolls(systemClock),
    inFlight: new Set(),
    damagedViews: new Set(),
    closed,
    newId: randomUUID,
    mintToken: orderTokenMint(settings.orderSecrets.current),
    limits: settings.limits && {
      rules: settings.limits,
      refused(limit, orderId) {
        limitRefused(limit);
        warnOfLimit(limit, { limit, orderId });
      },
    },
    config: {
      posId: settings.gateway.posId,
      direct: settings.direct,
      hostedMethods: settings.hostedMethods,
      publicUrl: settings.publicUrl,
      gatewayTimeoutMs: settings.gateway.timeoutMs,
      notFoundGraceS: settings.notFoundGraceS,
      overCapturePercent: settings.overCapturePercent,
      merchant: settings.merchantProfile,
      subMerchants: settings.subMerchants,
      test: settings.test,
      notify: settings.merchant !== null,
    },
  };
}
