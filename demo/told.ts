/** Shows on the thanks page what the shop has been told meanwhile by the companion's signed messages. */

const EVERY_MS = 1_000;
const ROUNDS = 60;

async function follow(line: HTMLElement): Promise<void> {
  const order = location.pathname.replace(/\/thanks$/, '');
  for (let round = 0; round < ROUNDS; round += 1) {
    const { told } = (await (await fetch(`${order}/told`)).json()) as { told: { status: string }[] };
    const last = told.at(-1)?.status;
    if (last) line.textContent = `The shop has been told: ${last}.`;
    if (last === 'success' || last === 'failure') return;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

const line = document.querySelector('#told');
if (line instanceof HTMLElement) void follow(line);
