import type { Context } from 'hono';
import { html } from 'hono/html';
import type { PaymentStatus, PaymentView } from '../contract/checkout-api.ts';
import { formatAmount } from '../contract/money.ts';
import { type ProblemError, PROBLEMS } from '../contract/problem.ts';
import type { Standing } from '../payments/standing.ts';
import { type Language, languageOf } from './language.ts';
import { TEXTS as TEXTS_OF_ORDER } from './order-page-content.ts';
import { page } from './page.ts';

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
const STANDINGS: Record<
  Language,
  Record<Exclude<Standing['state'], 'paid'>, [title: string, text: string]>
> = {
  en: {
    reserved: ['Amount reserved', 'Your bank holds the amount for the shop. You may close this page.'],
    released: ['Released', 'The shop has released the amount. Nothing was taken from your card.'],
    refunded: ['Refunded', 'The shop has returned the amount to you.'],
  },
  uk: {
    reserved: ['Суму зарезервовано', 'Банк утримує суму для магазину. Цю сторінку можна закрити.'],
    released: ['Резерв скасовано', 'Магазин звільнив суму. З вашої картки нічого не списано.'],
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

/** What a page says besides a payment's state, and the ways on from it, where there are any. */
export interface Besides {
  language?: Language;
  /** of a success; without it the payment counts as paid */
  standing?: Standing | undefined;
  /** what was ordered */
  order?: { id: string; description: string } | undefined;
  /** the payment page, for another try */
  again?: string | undefined;
  /** the shop */
  back?: string | undefined;
}

/** The page a customer comes back to where the order names none: it shows the state and looks again by itself. */
export function statusPage(
  c: Context,
  payment: PaymentView,
  { language = languageOf(c), standing, order, again, back }: Besides = {},
): Response | Promise<Response> {
  const links = LINKS[language];
  const [title, text] = textsOf(payment, language, again !== undefined, standing);
  const amount = standing ? formatAmount(standing.amountMinor, payment.currency) : payment.amount;
  const returned = standing?.state === 'released' || standing?.state === 'refunded';
  const way = (url: string | null | undefined, label: string) =>
    url ? html`<p><a href="${url}">${label}</a></p>` : '';
  const body = html`<div class="mark" aria-hidden="true">${returned ? '↩' : MARKS[payment.status]}</div>
    <h1 role="status">${title}</h1>
    <p>${text}</p>
    ${isCheck(payment) ? '' : html`<p class="amount">${money(language, amount, payment.currency)}</p>`}
    ${order && html`<p class="of">${order.description}</p><p>${TEXTS_OF_ORDER[language].order} ${order.id}</p>`}
    ${way(payment.action?.url, links.resume)}
    ${payment.status === 'failure' ? way(again, links.again) : ''}
    ${way(payment.receiptUrl, links.receipt)}
    ${way(back, links.back)}`;
  const waits = payment.status === 'pending' || payment.status === 'unknown';
  if (waits) c.header('refresh', '3');
  return page(c, { status: 200, language, title, body });
}

/** A card that was only checked: nothing was charged. */
const isCheck = ({ method, status }: PaymentView): boolean => method === 'lookup' && status === 'success';

function textsOf(
  payment: PaymentView,
  language: Language,
  again: boolean,
  standing: Standing | undefined,
): [string, string] {
  if (isCheck(payment)) return CHECKED[language];
  if (standing && standing.state !== 'paid') return STANDINGS[language][standing.state];
  const [title, text] = TEXTS[language][payment.status];
  return [title, again && payment.status === 'failure' ? FAILED[language] : text];
}

/** A refusal for a person whose browser runs no script. */
export function problemPage(c: Context, problem: ProblemError): Response | Promise<Response> {
  const [, title] = PROBLEMS[problem.code];
  const fields = problem.errors.map((error) => error.path.split('.').at(-1)).join(', ');
  const body = html`<h1 role="alert">${title}</h1>
    <p>${problem.message === title ? 'Go back to the shop and try again.' : problem.message}</p>
    ${fields ? html`<p>${fields}</p>` : ''}`;
  return page(c, { status: problem.status, language: 'en', title, body });
}

/** Decimal text as people of the language write it. */
export function money(language: Language, amount: string, currency: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(amount as Intl.StringNumericLiteral);
}
