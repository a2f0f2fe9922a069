const EVERY_MS = 1_000;
const ROUNDS = 60;

/** What the following needs of the page. */
export interface DeliveriesPage {
  /** asks the shop for what has been delivered */
  ask: () => Promise<Response>;
  /** a status that a webhook has reported */
  show: (status: string) => void;
  wait: (ms: number) => Promise<void>;
}

/** Follows what the companion's webhooks report to the shop, for a minute; a request that fails is followed by the next. */
export async function followDeliveries({ ask, show, wait }: DeliveriesPage): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const last = await lastStatus(ask).catch(() => null);
    if (last) show(last);
    if (last === 'success' || last === 'failure') return;
    await wait(EVERY_MS);
  }
}

async function lastStatus(ask: DeliveriesPage['ask']): Promise<string | null> {
  const { deliveries } = (await (await ask()).json()) as { deliveries: { status: string }[] };
  return deliveries.at(-1)?.status ?? null;
}
