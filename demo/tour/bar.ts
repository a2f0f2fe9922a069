import { STEPS } from './steps.ts';

export interface BarActions {
  pause: (isPaused: boolean) => void;
  next: () => void;
  end: () => void;
  resume: () => void;
}

/** The tour's captions and buttons, on top of everything, even a dialog. */
export class TourBar {
  readonly element = make('section', 'tour');
  readonly #count = make('p', 'tour-count');
  readonly #title = make('h2', '');
  readonly #text = make('p', '');
  readonly #buttons = make('div', 'tour-buttons');
  readonly #actions: BarActions;

  constructor(actions: BarActions, consoleUrl: string) {
    this.#actions = actions;
    this.element.setAttribute('aria-label', 'Guided tour');
    this.element.setAttribute('popover', 'manual');
    const caption = make('div', 'tour-caption');
    caption.setAttribute('role', 'status');
    caption.append(this.#count, this.#title, this.#text);
    this.element.append(caption, this.#buttons);
    this.#console.href = consoleUrl;
    document.body.append(this.element);
    this.toFront();
  }

  readonly #console = Object.assign(document.createElement('a'), {
    className: 'button',
    textContent: 'Open the console',
  });

  /** Moves the bar to the front: the element opened last is on top. */
  toFront(): void {
    if (this.element.matches(':popover-open')) this.element.hidePopover();
    this.element.showPopover();
  }

  /** Whether the bar covers the point of this event, even if the event went to what is beneath. */
  covers(event: Event): boolean {
    return event instanceof MouseEvent && this.element.isConnected && isAt(this.element, event);
  }

  /** Presses the button at the point of this event. */
  pressAt(event: MouseEvent): void {
    [...this.#buttons.querySelectorAll<HTMLElement>('button, a')].find((one) => isAt(one, event))?.click();
  }

  show(index: number, isPaused: boolean): void {
    const step = STEPS[index];
    if (!step) return;
    this.#count.textContent = `${index + 1} of ${STEPS.length}`;
    this.#title.textContent = step.title;
    this.#text.textContent = step.text;
    const isLast = index === STEPS.length - 1;
    this.#buttons.replaceChildren(
      ...(isLast ? [this.#console] : []),
      this.#pauseButton(isPaused),
      ...this.#others(isLast),
    );
    for (const one of document.querySelectorAll('.tour-shown')) one.classList.remove('tour-shown');
    document.querySelector(step.shows)?.classList.add('tour-shown');
  }

  /** Shows that the user took over. */
  showStopped(): void {
    this.#count.textContent = 'Guided tour';
    this.#title.textContent = 'It is yours now';
    this.#text.textContent = 'The tour has stopped.';
    this.#buttons.replaceChildren(
      button('Resume', '', () => this.#actions.resume()),
      button('End', 'plain', () => this.#actions.end()),
    );
    for (const one of document.querySelectorAll('.tour-shown')) one.classList.remove('tour-shown');
  }

  #pauseButton(isPaused: boolean): HTMLButtonElement {
    const pause = button(isPaused ? 'Play' : 'Pause', 'plain', () => {
      const pauses = pause.textContent === 'Pause';
      pause.textContent = pauses ? 'Play' : 'Pause';
      this.#actions.pause(pauses);
    });
    return pause;
  }

  #others(isLast: boolean): HTMLButtonElement[] {
    return [
      button(isLast ? 'Start over' : 'Next', isLast ? 'plain' : '', () => this.#actions.next()),
      button('End', 'plain', () => this.#actions.end()),
    ];
  }
}

function isAt(element: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

function make(name: string, className: string): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}

function button(text: string, className: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}
