import { type DriveStep, driver, type PopoverDOM } from 'driver.js';
import 'driver.js/dist/driver.css';
import { fillForm, typeSlowly } from '../panel/fill-form.ts';
import { open } from '../panel/panel.ts';
import './tour.css';

const SHORT_OF_MONEY = '4000 0000 0000 9995';
const ASKED_FOR = '5454 5454 5454 5454';
const PATIENCE_MS = 20_000;
/** How long the bank's question is seen before it is answered. */
const AT_THE_BANK_MS = 7_000;
const STEPS_IN_ALL = 7;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Shows the steps of this page; they use the page as a customer would. */
export function guide(onEnd: () => void): void {
  const isThanks = location.pathname.endsWith('/thanks');
  const tour = driver({
    popoverClass: 'tour',
    showProgress: true,
    showButtons: ['next', 'close'],
    nextBtnText: 'Next',
    disableActiveInteraction: true,
    overlayClickBehavior: () => {},
    stageRadius: 16,
    onPopoverRender: tidy,
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    onDestroyed: onEnd,
  });
  const next = () => tour.moveNext();
  const end = () => tour.destroy();
  tour.setSteps(numbered(isThanks ? thanksSteps(next, end) : checkoutSteps(next, end), isThanks ? 4 : 0));
  const form = document.querySelector('.payment');
  if (form) new ResizeObserver(() => tour.refresh()).observe(form);
  // A page that the Back button restores is the user's.
  addEventListener('pageshow', ({ persisted }) => persisted && end());
  document.addEventListener('pay-result', ({ detail }) => {
    if (tour.getActiveIndex() === 3 && detail.payment.status === 'failure') end();
  });
  tour.drive();
}

/** Its head and foot are not those of the page, and the focus begins at what leads on. */
function tidy({ title, footer, nextButton }: PopoverDOM): void {
  for (const part of [title, footer]) part.role = 'presentation';
  setTimeout(() => nextButton.focus());
}

function numbered(steps: DriveStep[], before: number): DriveStep[] {
  return steps.map(({ popover, ...step }, index) => ({
    ...step,
    popover: { ...popover, progressText: `${before + index + 1} of ${STEPS_IN_ALL}` },
  }));
}

function checkoutSteps(next: () => void, end: () => void): DriveStep[] {
  const declined = typedCard(SHORT_OF_MONEY, '[role=alert]:not(:empty)', next, end);
  const asked = typedCard(ASKED_FOR, 'dialog[open]', next, end);
  const step = { element: '.payment' };
  return [
    {
      ...step,
      onHighlighted: declined.type,
      popover: {
        title: 'One tag, the whole form',
        description:
          'Digits are grouped as they are typed, the brand is recognized, and no card number is stored. There is not enough money on this card.',
        nextBtnText: 'Pay',
        onNextClick: declined.pay,
      },
    },
    {
      ...step,
      popover: {
        title: 'A decline says why',
        description: 'In plain words, in 35 languages. Nothing was charged, and the form stays filled in.',
      },
    },
    {
      ...step,
      onHighlighted: asked.type,
      popover: {
        title: 'Another card, the same order',
        description:
          'A new attempt begins at once. However often it is sent, an order is paid once. This card’s bank asks for 3-D Secure.',
        nextBtnText: 'Pay',
        onNextClick: asked.pay,
      },
    },
    {
      ...step,
      disableActiveInteraction: false,
      onHighlighted: () => void approve(),
      popover: {
        popoverClass: 'tour over',
        title: '3-D Secure, over the page',
        description:
          'The bank asks in a dialog, the order stays beneath. Answer it, or wait: the bank approves in some seconds.',
        showButtons: [],
        // On top of the dialog, as what is shown last.
        onPopoverRender(popover) {
          tidy(popover);
          popover.wrapper.popover = 'manual';
          popover.wrapper.showPopover();
        },
      },
    },
  ];
}

/** A card that is typed slowly, and paid with once the user has seen enough. */
function typedCard(number: string, result: string, next: () => void, end: () => void) {
  let isPaying = false;
  const type = async () => {
    await until(() => isShown('input[name=number]'));
    await typeSlowly(tag(), number, () => isPaying);
  };
  const pay = async () => {
    if (isPaying) return;
    isPaying = true;
    await fillForm(tag(), number);
    tag().shadowRoot?.querySelector<HTMLElement>('[part=submit]')?.click();
    await until(() => isShown(result));
    next();
  };
  return { type: () => void type().catch(end), pay: () => void pay().catch(end) };
}

/** The bank approves, unless the user has answered already. */
async function approve(): Promise<void> {
  await pause(AT_THE_BANK_MS);
  const order = document.querySelector<HTMLElement>('#panel')?.dataset['order'];
  await fetch('/demo/report', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order, was: 'pending', status: 'success' }),
  });
}

function thanksSteps(next: () => void, end: () => void): DriveStep[] {
  const panel = document.querySelector<HTMLElement>('#panel');
  const leave = (path: string) => {
    end();
    location.assign(path);
  };
  return [
    {
      element: '.standing',
      popover: {
        title: 'The order page knows',
        description:
          'The second tag, pay-status, follows the payment. A signed webhook has reported it to the shop, too.',
        onNextClick() {
          if (panel) open(panel, false);
          next();
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
        onPrevClick: () => leave(document.querySelector<HTMLAnchorElement>('a.name')?.href ?? '/'),
        doneBtnText: 'Open the console',
        onDoneClick: () => leave('/console'),
      },
    },
  ];
}

function tag(): HTMLElement {
  const form = document.querySelector('pay-form');
  if (!form) throw new Error('this page has no form');
  return form;
}

const isShown = (part: string): boolean => tag().shadowRoot?.querySelector(part) !== null;

async function until(isReady: () => boolean): Promise<void> {
  for (let leftMs = PATIENCE_MS; !isReady(); leftMs -= 100) {
    if (leftMs <= 0) throw new Error('the page has not gone on');
    await pause(100);
  }
}
