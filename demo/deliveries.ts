const EVERY_MS = 1_000;
const ROUNDS = 60;

/** The page, as far as it is needed here. */
export interface DeliveriesPage {
  /** requests the delivered statuses from the shop */
  ask: () => Promise<Response>;
  /** shows a status reported by a webhook */
  show: (status: string) => void;
  wait: (ms: number) => Promise<void>;
}

/**
 * Follows for a minute what the companion's webhooks report to the shop, until one reports success: after a failure, another
 * attempt may have paid the order. A failed request is followed by the next.
 */
export async function followDeliveries({ ask, show, wait }: DeliveriesPage): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const last = await lastStatus(ask).catch(() => null);
    if (last) show(last);
    if (last === 'success') return;
    await wait(EVERY_MS);
  }
}

async function lastStatus(ask: DeliveriesPage['ask']): Promise<string | null> {
  const { deliveries } = (await (await ask()).json()) as { deliveries: { status: string }[] };
  return deliveries.at(-1)?.status ?? null;
}
