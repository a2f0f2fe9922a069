import type { Context } from 'hono';
import { html } from 'hono/html';
import type { PaymentStatus, PaymentView } from '../contract/checkout-api.ts';
import { declineReason, speaksOfPayment } from '../contract/decline-reason.ts';
import type { MerchantProfile } from '../contract/merchant-profile.ts';
import { formatAmount } from '../contract/money.ts';
import { amountText } from '../pages/amount-text.ts';
import { cardText } from '../pages/card-text.ts';
import { type Language, languageOf } from '../pages/language.ts';
import { contactLine, merchantLine, titleFor } from '../pages/merchant.ts';
import { page } from '../pages/page.ts';
import type { MoneyState } from '../payments/order/ledger.ts';
import { TEXTS as TEXTS_OF_ORDER } from './order-page-content.ts';
import { STYLE, TEXTS } from './status-page-content.ts';

const MARKS: Record<PaymentStatus, string> = {
  success: '✓',
  failure: '✕',
  pending: '…',
  init: '…',
  unknown: '…',
};

/** The content of a page besides the payment's state, and its links. */
export interface Besides {
  language?: Language;
  /** the merchant that the customer pays */
  merchant: MerchantProfile | null;
  /** of a success; without it the payment counts as paid */
  money?: MoneyState | undefined;
  /** the order's description */
  description?: string;
  /** the payment page, for another attempt */
  again?: string | undefined;
  /** the shop */
  back?: string | undefined;
}

/** The page for a returning customer whose order names no return page: it shows the state and refreshes itself. */
export function statusPage(
  c: Context,
  payment: PaymentView,
  { language = languageOf(c), merchant, money, description, again, back }: Besides,
): Response | Promise<Response> {
  const texts = TEXTS[language];
  const [title, text] = textsOf(payment, language, money);
  const amount = money ? formatAmount(money.amountMinor, payment.currency) : payment.amount;
  const returned = money?.state === 'voided' || money?.state === 'refunded';
  const isStuck = payment.canRetry && !again && !back;
  const card = cardText(payment.cardMask);
  const body = html`${merchantLine(merchant, { logo: false })}
    <div class="mark" aria-hidden="true">${returned ? '↩' : MARKS[payment.status]}</div>
    <div role="status"><h1>${title}</h1></div>
    <p>${text}</p>
    ${isStuck ? html`<p>${texts.goBack}</p>` : ''}
    ${payment.status === 'unknown' ? steps(texts.steps) : ''}
    ${isCheck(payment) ? '' : html`<p class="amount">${amountText(language, amount, payment.currency)}</p>`}
    ${card ? html`<p class="card">${card}</p>` : ''}
    ${description ? html`<p class="of">${description}</p>` : ''}
    <p>${TEXTS_OF_ORDER[language].order} ${payment.orderId}</p>
    ${ways([
      [payment.action?.url, texts.resume],
      [payment.status === 'failure' ? again : null, texts.again],
      [back, texts.back],
    ])}
    ${payment.receiptUrl ? html`<p><a href="${payment.receiptUrl}">${texts.receipt}</a></p>` : ''}
    ${contactLine(merchant, language)}`;
  const waits = payment.status === 'pending' || payment.status === 'unknown';
  if (waits) c.header('refresh', refresh(c.req.query('look')));
  return page(c, { status: 200, language, title: titleFor(title, merchant), style: STYLE, body });
}

/** The first link is shown as a button, the others as links. */
function ways(all: readonly (readonly [url: string | null | undefined, label: string])[]) {
  const [first, ...others] = all.filter(([url]) => url);
  return first
    ? html`<p class="ways"><a class="button" href="${first[0]}">${first[1]}</a></p>
    ${others.map(([url, label]) => html`<p><a href="${url}">${label}</a></p>`)}`
    : '';
}

const steps = ([done, current, next]: readonly [string, string, string]) =>
  html`<ol><li class="done">${done}</li><li aria-current="step">${current}</li><li>${next}</li></ol>`;

/** Seconds before each refresh of the page, growing. */
const PAUSES_S = [3, 5, 10, 30];

/** @param look how often the page was refreshed, from its address */
function refresh(look: string | undefined): string {
  const place = Math.max(
    0,
    PAUSES_S.findIndex((_, index) => String(index) === look),
  );
  const next = Math.min(place + 1, PAUSES_S.length - 1);
  return `${PAUSES_S[place]}; url=?look=${next}`;
}

/** A lookup only verifies the card: nothing is charged. */
const isCheck = ({ method }: PaymentView): boolean => method === 'lookup';

/** A failure has its reason; as advice only if the order can be paid again. */
function textsOf(
  payment: PaymentView,
  language: Language,
  money: MoneyState | undefined,
): readonly [string, string] {
  const texts = TEXTS[language];
  const check = isCheck(payment);
  if (money && money.state !== 'paid' && !check) return texts.money[money.state];
  const [title, text] = (check ? texts.check : texts.status)[payment.status];
  if (!payment.canRetry) return [title, text];
  const reason = declineReason(payment.statusCode);
  const advice = check && speaksOfPayment(reason) ? `${text} ${texts.otherCard}` : texts.reasons[reason];
  return [title, `${advice} ${texts.notCharged}`];
}
