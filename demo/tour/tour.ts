import './tour.css';
import { TourBar } from './bar.ts';
import { keepTour, readTour } from './kept-tour.ts';
import { Pace, TourStopped } from './pace.ts';
import { type Stage, STEPS } from './steps.ts';

/** The products that the tour buys. */
const BASKET = { tea: '1', mug: '2' };
const AFTER_FAULT_MS = 5_000;

/**
 * Plays the tour from its progress in this tab, and repeats it at its end. The user's first key or click stops it; it can
 * be resumed.
 * @param isAsked whether this page's address requests the tour: it then starts again with a new order
 */
export function startTour(isAsked: boolean): void {
  const panel = document.querySelector<HTMLElement>('#panel');
  const demo = panel?.dataset['demo'] ?? '';
  const shop = demo.replace(/\/demo$/, '');
  if (isAsked) return beginAnew(shop);
  new Tour(shop, { demo, orderId: panel?.dataset['order'] ?? '' }).start();
}

class Tour {
  readonly #shop: string;
  readonly #place: Pick<Stage, 'demo' | 'orderId'>;
  readonly #bar: TourBar;
  #pace = new Pace();

  constructor(shop: string, place: Pick<Stage, 'demo' | 'orderId'>) {
    this.#shop = shop;
    this.#place = place;
    const actions = {
      pause: (isPaused: boolean) => {
        this.#pace.isPaused = isPaused;
      },
      next: () => this.#pace.hurry(),
      end: () => this.#end(),
      resume: () => this.#resume(),
    };
    this.#bar = new TourBar(actions, `${shop}/console`);
  }

  start(): void {
    for (const name of ['keydown', 'pointerdown'])
      document.addEventListener(name, (event) => this.#takeOver(event), { capture: true });
    document.addEventListener('tour-covered', () => this.#bar.toFront());
    if (readTour()?.state === 'stopped') this.#bar.showStopped();
    else void this.#play();
  }

  async #play(): Promise<void> {
    const first = this.#firstStep();
    if (first === null) return beginAnew(this.#shop);
    try {
      for (let index = first; index < STEPS.length; index += 1) await this.#playStep(index);
    } catch (error) {
      if (error instanceof TourStopped) return;
      // An unattended screen continues.
      await new Promise((resolve) => setTimeout(resolve, AFTER_FAULT_MS));
    }
    if (readTour()?.state === 'playing') beginAnew(this.#shop);
  }

  /** A reloaded page has an empty form, so its first step plays again. Null: this page is not part of the tour. */
  #firstStep(): number | null {
    if (!this.#place.orderId) return null;
    const page = location.pathname.endsWith('/thanks') ? 'thanks' : 'checkout';
    const first = STEPS.findIndex((step) => step.page === page);
    return page === 'thanks' ? Math.max(first, readTour()?.step ?? 0) : first;
  }

  async #playStep(index: number): Promise<void> {
    const step = STEPS[index];
    if (!step) return;
    const pace = this.#pace;
    keepTour({ step: index, state: 'playing' });
    pace.beginStep();
    this.#bar.show(index);
    document.querySelector(step.shows)?.scrollIntoView({ block: 'nearest' });
    const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    await step.play({ pace, moves, ...this.#place });
    await pace.wait(step.readFor);
  }

  #takeOver(event: Event): void {
    const isOwn = event.composedPath().includes(this.#bar.element);
    if (!event.isTrusted || isOwn || readTour()?.state !== 'playing') return;
    this.#pace.stop();
    keepTour({ step: readTour()?.step ?? 0, state: 'stopped' });
    this.#bar.showStopped();
  }

  #resume(): void {
    const step = readTour()?.step ?? 0;
    keepTour({ step, state: 'playing' });
    if (STEPS[step]?.page !== 'thanks') return beginAnew(this.#shop);
    this.#pace = new Pace();
    void this.#play();
  }

  #end(): void {
    this.#pace.stop();
    keepTour(null);
    this.#bar.element.remove();
    for (const one of document.querySelectorAll('.tour-shown')) one.classList.remove('tour-shown');
  }
}

/** Starts with a new order, whose bank asks in a dialog. */
function beginAnew(shop: string): void {
  keepTour({ step: 0, state: 'playing' });
  const panel = document.querySelector<HTMLElement>('#panel');
  if (panel && !panel.hidden) panel.querySelector<HTMLElement>('[data-close]')?.click();
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    action: `${shop}/orders?challenge=dialog`,
    hidden: true,
  });
  for (const [name, value] of Object.entries(BASKET))
    form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  form.submit();
}
