import type { Context } from 'hono';
import { html } from 'hono/html';
import type { PaymentStatus, PaymentView } from '../contract/checkout-api.ts';
import { formatAmount } from '../contract/money.ts';
import { type Language, languageOf } from '../pages/language.ts';
import { amountText } from '../pages/amount-text.ts';
import { page } from '../pages/page.ts';
import type { MoneyState } from '../payments/order/ledger.ts';
import { TEXTS as TEXTS_OF_ORDER } from './order-page-content.ts';

const TEXTS: Record<Language, Record<PaymentStatus, [title: string, text: string]>> = {
  en: {
    success: ['Paid', 'Thank you. You may close this page.'],
    failure: ['Not paid', 'The payment did not go through. Go back to the shop to try again.'],
    pending: ['Your payment is on its way', 'This page shows the result as soon as it is there.'],
    init: ['Not paid yet', 'The payment page was left before paying. You can go on where you stopped.'],
    unknown: [
      'We are checking with your bank',
      'Please do not pay again. This page shows the result as soon as it is there.',
    ],
  },
  uk: {
    success: ['Сплачено', 'Дякуємо. Цю сторінку можна закрити.'],
    failure: ['Не сплачено', 'Платіж не пройшов. Поверніться до магазину, щоб спробувати ще раз.'],
    pending: ['Платіж обробляється', 'Результат з’явиться на цій сторінці.'],
    init: ['Ще не сплачено', 'Платіжну сторінку залишили до оплати. Можна продовжити з того самого місця.'],
    unknown: [
      'Перевіряємо платіж у банку',
      'Будь ласка, не платіть повторно. Результат з’явиться на цій сторінці.',
    ],
  },
};
/** Of a success whose money is not simply paid. */
const MONEY_STATES: Record<
  Language,
  Record<Exclude<MoneyState['state'], 'paid'>, [title: string, text: string]>
> = {
  en: {
    authorized: ['Amount reserved', 'Your bank holds the amount for the shop. You may close this page.'],
    voided: ['Released', 'The shop has released the amount. Nothing was taken from your card.'],
    refunded: ['Refunded', 'The shop has returned the amount to you.'],
  },
  uk: {
    authorized: ['Суму зарезервовано', 'Банк утримує суму для магазину. Цю сторінку можна закрити.'],
    voided: ['Резерв скасовано', 'Магазин звільнив суму. З вашої картки нічого не списано.'],
    refunded: ['Кошти повернено', 'Магазин повернув вам гроші.'],
  },
};
/** Of a card that was only checked. */
const CHECKED: Record<Language, [title: string, text: string]> = {
  en: ['Card confirmed', 'Thank you. You may close this page.'],
  uk: ['Картку підтверджено', 'Дякуємо. Цю сторінку можна закрити.'],
};
const FAILED: Record<Language, string> = {
  en: 'The payment did not go through.',
  uk: 'Платіж не пройшов.',
};
const LINKS: Record<Language, Record<'resume' | 'again' | 'receipt' | 'back', string>> = {
  en: { resume: 'Continue', again: 'Try again', receipt: 'Receipt', back: 'Back to the shop' },
  uk: { resume: 'Продовжити', again: 'Спробувати ще раз', receipt: 'Квитанція', back: 'Назад до магазину' },
};
const MARKS: Record<PaymentStatus, string> = {
  success: '✓',
  failure: '✕',
  pending: '…',
  init: '…',
  unknown: '…',
};

/** What a page shows besides a payment's state, and the links that lead on. */
export interface Besides {
  language?: Language;
  /** of a success; without it the payment counts as paid */
  money?: MoneyState | undefined;
  /** what was ordered */
  order?: { id: string; description: string } | undefined;
  /** the payment page, for another attempt */
  again?: string | undefined;
  /** the shop */
  back?: string | undefined;
}

/** The page a customer comes back to where the order names none: it shows the state and looks again by itself. */
export function statusPage(
  c: Context,
  payment: PaymentView,
  { language = languageOf(c), money: state, order, again, back }: Besides = {},
): Response | Promise<Response> {
  const links = LINKS[language];
  const [title, text] = textsOf(payment, language, again !== undefined, state);
  const amount = state ? formatAmount(state.amountMinor, payment.currency) : payment.amount;
  const returned = state?.state === 'voided' || state?.state === 'refunded';
  const way = (url: string | null | undefined, label: string) =>
    url ? html`<p><a href="${url}">${label}</a></p>` : '';
  const body = html`<div class="mark" aria-hidden="true">${returned ? '↩' : MARKS[payment.status]}</div>
    <h1 role="status">${title}</h1>
    <p>${text}</p>
    ${isCheck(payment) ? '' : html`<p class="amount">${amountText(language, amount, payment.currency)}</p>`}
    ${order && html`<p class="of">${order.description}</p><p>${TEXTS_OF_ORDER[language].order} ${order.id}</p>`}
    ${way(payment.action?.url, links.resume)}
    ${payment.status === 'failure' ? way(again, links.again) : ''}
    ${way(payment.receiptUrl, links.receipt)}
    ${way(back, links.back)}`;
  const waits = payment.status === 'pending' || payment.status === 'unknown';
  if (waits) c.header('refresh', refresh(c.req.query('look')));
  return page(c, { status: 200, language, title, body });
}

/** After how many seconds the page looks again: later and later. */
const PAUSES_S = [3, 5, 10, 30];

/** @param look how often the page has looked, as its address says */
function refresh(look: string | undefined): string {
  const place = Math.max(
    0,
    PAUSES_S.findIndex((_, index) => String(index) === look),
  );
  const next = Math.min(place + 1, PAUSES_S.length - 1);
  return `${PAUSES_S[place]}; url=?look=${next}`;
}

/** A card that was only checked: nothing was charged. */
const isCheck = ({ method, status }: PaymentView): boolean => method === 'lookup' && status === 'success';

function textsOf(
  payment: PaymentView,
  language: Language,
  again: boolean,
  state: MoneyState | undefined,
): [string, string] {
  if (isCheck(payment)) return CHECKED[language];
  if (state && state.state !== 'paid') return MONEY_STATES[language][state.state];
  const [title, text] = TEXTS[language][payment.status];
  return [title, again && payment.status === 'failure' ? FAILED[language] : text];
}
