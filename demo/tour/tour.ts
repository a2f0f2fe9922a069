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
        this.#keep(readTour()?.step ?? 0);
      },
      next: () => {
        this.#pace.hurry();
        this.#keep(readTour()?.step ?? 0);
      },
      end: () => this.#end(),
      resume: () => this.#resume(),
    };
    this.#bar = new TourBar(actions, `${shop}/console`);
  }

  start(): void {
    for (const name of ['keydown', 'pointerdown'])
      document.addEventListener(name, (event) => this.#notice(event), { capture: true });
    document.addEventListener('click', (event) => this.#press(event), { capture: true });
    document.addEventListener('tour-covered', () => this.#bar.toFront());
    this.#pace.isPaused = readTour()?.state === 'paused';
    if (!this.#place.orderId || isReturn()) this.#takeOver();
    if (readTour()?.state === 'stopped') this.#bar.showStopped();
    else void this.#play();
  }

  async #play(): Promise<void> {
    const pace = this.#pace;
    try {
      await this.#playSteps(pace);
      beginAnew(this.#shop);
    } catch (error) {
      if (!(error instanceof TourStopped)) throw error;
    }
  }

  async #playSteps(pace: Pace): Promise<void> {
    try {
      for (let index = this.#firstStep(); index < STEPS.length; index += 1) await this.#playStep(index, pace);
    } catch (error) {
      if (error instanceof TourStopped) throw error;
      // An unattended screen continues.
      await pace.wait(AFTER_FAULT_MS);
    }
  }

  /** A reloaded page has an empty form, so its first step plays again. */
  #firstStep(): number {
    const page = isThanks() ? 'thanks' : 'checkout';
    const first = STEPS.findIndex((step) => step.page === page);
    return page === 'thanks' ? Math.max(first, readTour()?.step ?? 0) : first;
  }

  async #playStep(index: number, pace: Pace): Promise<void> {
    const step = STEPS[index];
    if (!step) return;
    this.#keep(index);
    pace.beginStep();
    this.#bar.show(index, pace.isPaused);
    document.querySelector(step.shows)?.scrollIntoView({ block: 'nearest' });
    const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    await step.play({ pace, moves, takeOver: () => this.#takeOver(), ...this.#place });
    await pace.wait(step.readFor);
  }

  /** Leaves the page to the user. */
  #takeOver(): void {
    const kept = readTour();
    if (!kept || kept.state === 'stopped') return;
    this.#pace.stop();
    keepTour({ step: kept.step, state: 'stopped' });
    this.#bar.showStopped();
  }

  #notice(event: Event): void {
    const isOwn = event.composedPath().includes(this.#bar.element) || this.#bar.covers(event);
    if (event.isTrusted && !isOwn) this.#takeOver();
  }

  /** The bank's modal dialog makes the bar inert: a click on the bar goes to the dialog, and is passed on from there. */
  #press(event: MouseEvent): void {
    const isKeyboard = event.detail === 0;
    if (!event.isTrusted || isKeyboard || event.composedPath().includes(this.#bar.element)) return;
    if (!this.#bar.covers(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#bar.pressAt(event);
  }

  #keep(step: number): void {
    keepTour({ step, state: this.#pace.isPaused ? 'paused' : 'playing' });
  }

  #resume(): void {
    const step = readTour()?.step ?? 0;
    keepTour({ step, state: 'playing' });
    if (STEPS[step]?.page !== 'thanks' || !isThanks()) return beginAnew(this.#shop);
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

const isThanks = (): boolean => location.pathname.endsWith('/thanks');

/** Whether the user came to this page by the Back button. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward';
}

/** Starts with a new order, whose bank asks in a dialog; language and theme stay. The Back button leads out of the tour. */
function beginAnew(shop: string): void {
  keepTour({ step: 0, state: 'playing' });
  const here = new URL(location.href);
  here.searchParams.delete('tour');
  history.replaceState(null, '', here);
  const choice = new URLSearchParams({ challenge: 'dialog' });
  for (const [name, value] of here.searchParams) if (/^(lang|theme)$/.test(name)) choice.set(name, value);
  const panel = document.querySelector<HTMLElement>('#panel');
  if (panel && !panel.hidden) panel.querySelector<HTMLElement>('[data-close]')?.click();
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    action: `${shop}/orders?${choice}`,
    hidden: true,
  });
  for (const [name, value] of Object.entries(BASKET))
    form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  form.submit();
}
