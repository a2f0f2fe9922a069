/** Shows on the thanks page what the companion's webhooks have reported to the shop meanwhile. */

const EVERY_MS = 1_000;
const ROUNDS = 60;

async function follow(line: HTMLElement): Promise<void> {
  const order = location.pathname.replace(/\/thanks$/, '');
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await fetch(`${order}/deliveries`);
    const { deliveries } = (await answer.json()) as { deliveries: { status: string }[] };
    const last = deliveries.at(-1)?.status;
    if (last) line.textContent = `Webhook delivered: ${last}.`;
    if (last === 'success' || last === 'failure') return;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

const line = document.querySelector('#delivered');
if (line instanceof HTMLElement) void follow(line);
