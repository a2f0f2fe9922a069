import { type Driver, type DriveStep, driver, type PopoverDOM } from 'driver.js';
import 'driver.js/dist/driver.css';
import { fillForm, typeSlowly } from '../panel/fill-form.ts';
import { open } from '../panel/panel.ts';
import './tour.css';

const SHORT_OF_MONEY = '4000 0000 0000 9995';
const ASKED_FOR = '5454 5454 5454 5454';
const PATIENCE_MS = 20_000;
/** How long the bank's question is seen before it is answered. */
const AT_THE_BANK_MS = 7_000;
/** The steps from here on are of the order page. */
const THANKS = 4;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Shows the steps of this page; they use the page as a customer would. */
export function guide(onEnd: () => void): void {
  const tour = driver({
    steps: STEPS,
    popoverClass: 'tour',
    showProgress: true,
    progressText: '{{current}} of {{total}}',
    showButtons: ['next', 'close'],
    nextBtnText: 'Next',
    disableActiveInteraction: true,
    overlayClickBehavior: () => {},
    stageRadius: 16,
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    onPopoverRender: tidy,
    onPrevClick: () => {},
    onDestroyed: onEnd,
  });
  const form = document.querySelector('.payment');
  if (form) new ResizeObserver(() => tour.refresh()).observe(form);
  // A page that the Back button restores is the user's.
  addEventListener('pageshow', ({ persisted }) => persisted && tour.destroy());
  document.addEventListener('pay-result', ({ detail }) => {
    const isAtBank = tour.getActiveIndex() === THANKS - 1;
    if (isAtBank && detail.payment.status === 'failure') tour.destroy();
  });
  tour.drive(form ? 0 : THANKS);
}

/** Its head and foot are not those of the page, and the focus begins at what leads on. */
function tidy({ title, footer, nextButton }: PopoverDOM): void {
  for (const part of [title, footer]) part.role = 'presentation';
  setTimeout(() => nextButton.focus());
}

const STEPS: DriveStep[] = [
  payStep(SHORT_OF_MONEY, '[role=alert]:not(:empty)', {
    title: 'One tag, the whole form',
    description:
      'Digits are grouped as they are typed, the brand is recognized, and no card number is stored. There is not enough money on this card.',
  }),
  {
    element: '.payment',
    popover: {
      title: 'A decline says why',
      description: 'In plain words, in 35 languages. Nothing was charged, and the form stays filled in.',
    },
  },
  payStep(ASKED_FOR, 'dialog[open]', {
    title: 'Another card, the same order',
    description:
      'A new attempt begins at once. However often it is sent, an order is paid once. This card’s bank asks for 3-D Secure.',
  }),
  {
    element: '.payment',
    disableActiveInteraction: false,
    onHighlighted: () => void approve(),
    popover: {
      popoverClass: 'tour over',
      title: '3-D Secure, over the page',
      description:
        'The bank asks in a dialog, the order stays beneath. Answer it, or wait: the bank approves in some seconds.',
      showButtons: [],
      onPopoverRender(popover) {
        tidy(popover);
        // What is shown last is on top of the dialog.
        popover.wrapper.popover = 'manual';
        popover.wrapper.showPopover();
      },
    },
  },
  {
    element: '.standing',
    popover: {
      title: 'The order page knows',
      description:
        'The second tag, pay-status, follows the payment. A signed webhook has reported it to the shop, too.',
      onNextClick(_element, _step, { driver: tour }) {
        const panel = document.querySelector<HTMLElement>('#panel');
        if (panel) open(panel, false);
        tour.moveNext();
      },
    },
  },
  {
    element: '#panel .went',
    popover: {
      title: 'And behind it',
      description: 'Every request of this payment, as it went. Above, faults of the gateway can be set.',
    },
  },
  {
    popover: {
      title: 'That was the tour',
      description:
        'The merchant’s console has captures, refunds, receipts, and the payments that need a review. Or pay with the test cards of the panel.',
      showButtons: ['next', 'previous', 'close'],
      prevBtnText: 'Try it yourself',
      onPrevClick: (_element, _step, { driver: tour }) => leave(tour, home()),
      doneBtnText: 'Open the console',
      onDoneClick: (_element, _step, { driver: tour }) => leave(tour, '/console'),
    },
  },
];

/** With the language and theme of this page. */
const home = (): string => document.querySelector<HTMLAnchorElement>('a.name')?.href ?? '/';

function leave(tour: Driver, path: string): void {
  tour.destroy();
  location.assign(path);
}

/**
 * A card that is typed slowly, and paid with once the user has seen enough.
 * @param result selector of what the form shows then
 */
function payStep(number: string, result: string, words: { title: string; description: string }): DriveStep {
  let isPaying = false;
  const type = async () => {
    await untilShown('input[name=number]');
    await typeSlowly(tag(), number, () => isPaying);
  };
  const pay = async (tour: Driver) => {
    if (isPaying) return;
    isPaying = true;
    await fillForm(tag(), number);
    tag().shadowRoot?.querySelector<HTMLElement>('[part=submit]')?.click();
    await untilShown(result);
    tour.moveNext();
  };
  return {
    element: '.payment',
    onHighlighted: (_element, _step, { driver: tour }) => void type().catch(() => tour.destroy()),
    popover: {
      ...words,
      nextBtnText: 'Pay',
      onNextClick: (_element, _step, { driver: tour }) => void pay(tour).catch(() => tour.destroy()),
    },
  };
}

/** The bank approves, unless the user has answered already. */
async function approve(): Promise<void> {
  await pause(AT_THE_BANK_MS);
  const order = document.querySelector<HTMLElement>('#panel')?.dataset['order'] ?? '';
  await fetch(`/demo/report?order=${order}&was=pending&status=success`, { method: 'POST' });
}

function tag(): HTMLElement {
  const form = document.querySelector('pay-form');
  if (!form) throw new Error('this page has no form');
  return form;
}

/** Waits for a part of the form. */
async function untilShown(part: string): Promise<void> {
  const isShown = () => tag().shadowRoot?.querySelector(part) !== null;
  for (let leftMs = PATIENCE_MS; !isShown(); leftMs -= 100) {
    if (leftMs <= 0) throw new Error('the page has not gone on');
    await pause(100);
  }
}
