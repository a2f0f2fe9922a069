import type { Context } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../app-env.ts';
import { brandName, brandOf } from '../contract/card.ts';
import type { PaymentView } from '../contract/checkout-api.ts';
import { declineReason, speaksOfPayment } from '../contract/decline-reason.ts';
import type { MerchantProfile } from '../contract/merchant-profile.ts';
import { formatAmount } from '../contract/money.ts';
import { amountText } from '../contract/amount-text.ts';
import type { PaymentStatus } from '../contract/words.ts';
import type { Language } from '../pages/language.ts';
import { contactLine, merchantLine, titleFor } from '../pages/merchant.ts';
import { filled, mark, type MarkName, page, scriptPolicy, sentences } from '../pages/page.ts';
import type { PageTexts } from '../pages/texts.ts';
import type { MoneyState } from '../payments/order/operations.ts';
import { FOLLOW, followScript, reloads } from './status-follow.ts';

const MARKS: Record<PaymentStatus, MarkName> = {
  success: 'done',
  failure: 'failed',
  pending: 'waiting',
  init: 'waiting',
  unknown: 'waiting',
};

/** The content of a page besides the payment's state, and its links. */
export interface StatusDetails {
  language: Language;
  /** the merchant that the customer pays */
  merchant: MerchantProfile | null;
  /** of a success; without it the payment counts as paid */
  money?: MoneyState | undefined;
  /** the order's description */
  description?: string;
  /** the payment page, for another attempt or another card */
  again?: string | undefined;
  /** the shop */
  back?: string | undefined;
}

/**
 * The page for a returning customer whose order names no return page: it shows the state. It follows a payment that
 * nobody has to do anything for, and leaves a customer who has to do something in peace.
 */
export async function statusPage(
  c: Context<AppEnv>,
  payment: PaymentView,
  { language, merchant, money, description, again, back }: StatusDetails,
): Promise<Response> {
  const { tag, texts } = language;
  const { outcome, again: tryAgain } = texts.tag;
  const confirms = payment.status === 'pending' && payment.action !== null;
  const [title, text] = confirms ? ofAction(payment, texts, again) : textsOf(payment, texts, money);
  const follows = !confirms && (payment.status === 'pending' || payment.status === 'unknown');
  const amount = money ? formatAmount(money.amountMinor, payment.currency) : payment.amount;
  const returned = money?.state === 'voided' || money?.state === 'refunded';
  const isStuck = payment.canRetry && !again && !back;
  const card = cardText(payment.cardMask);
  const body = html`${merchantLine(merchant, { logo: false })}
    <div data-part>${mark(confirms ? 'action' : returned ? 'returned' : MARKS[payment.status])}</div>
    <div role="status"><h1>${title}</h1></div>
    <div data-part>
    ${text ? html`<p>${text}</p>` : ''}
    ${isStuck ? html`<p>${texts.goBack}</p>` : ''}
    ${payment.status === 'unknown' ? steps(texts, isCheck(payment)) : ''}
    <section>
      ${isCheck(payment) ? '' : html`<p class="amount">${amountText(tag, amount, payment.currency)}</p>`}
      ${card ? html`<p class="card"><bdi>${card}</bdi></p>` : ''}
      ${description ? html`<p class="of"><bdi>${description}</bdi></p>` : ''}
      <p class="id">${filled(outcome.order, payment.orderId)}</p>
    </section>
    ${ways([
      [payment.action?.url, payment.status === 'init' ? texts.tag.resume : outcome.confirm],
      [payment.status === 'failure' ? again : null, tryAgain],
      [payment.status === 'pending' ? again : null, outcome.another],
      [back, outcome.back],
    ])}
    ${payment.receiptUrl ? html`<a class="button other" href="${payment.receiptUrl}">${outcome.receipt}</a>` : ''}
    </div>
    ${contactLine(merchant, language)}
    ${follows ? followScript : ''}`;
  if (follows) {
    const policy = await scriptPolicy(c, { script: FOLLOW, connect: "'self'" });
    c.set('ownHeaders', { 'content-security-policy': policy });
  }
  const head = follows ? reloads(c.req.query('look')) : '';
  return page(c, { status: 200, language, title: titleFor(title, merchant), head, style: STYLE, body });
}

/** The first link is the main button. */
function ways(all: readonly (readonly [url: string | null | undefined, label: string])[]) {
  const links = all.filter(([url]) => url);
  return links.map(
    ([url, label], index) => html`<a class="button${index ? ' other' : ''}" href="${url}">${label}</a>`,
  );
}

/** What the tag shows below an unknown outcome, too. */
function steps({ tag: { outcome } }: PageTexts, check: boolean) {
  const { sent, asking, close } = { ...outcome.steps, ...(check && outcome.check) };
  return html`<ol><li class="done">${sent}</li><li aria-current="step">${asking}</li><li>${close}</li></ol>`;
}

/** A lookup only verifies the card: nothing is charged. */
const isCheck = ({ method }: PaymentView): boolean => method === 'lookup';

/** What the tag says, too. */
function ofAction(
  payment: PaymentView,
  { tag: { outcome } }: PageTexts,
  again: string | undefined,
): readonly [title: string, text: string] {
  return [isCheck(payment) ? outcome.check.action : outcome.action, again ? outcome.cannot : ''];
}

/** A failure has its reason; as advice only if the order can be paid again. */
function textsOf(
  payment: PaymentView,
  texts: PageTexts,
  money: MoneyState | undefined,
): readonly [title: string, text: string] {
  const check = isCheck(payment);
  const signed = check ? ofCheck(texts) : ofPayment(texts, money?.state);
  const [title, text] = signed[payment.status];
  if (!payment.canRetry) return [title, text];
  const { failure, notCharged, check: card } = texts.tag.outcome;
  const reason = declineReason(payment.statusCode);
  const advice = check && speaksOfPayment(reason) ? card.failed : failure[reason];
  return [title, sentences(advice, notCharged)];
}

type Texts = Record<PaymentStatus, readonly [title: string, text: string]>;

function ofPayment(texts: PageTexts, money: MoneyState['state'] = 'paid'): Texts {
  const { done, unknown } = texts.tag.outcome;
  const success = {
    paid: [done.purchase, texts.thanks],
    authorized: [done.auth, texts.authorized],
    voided: texts.voided,
    refunded: texts.refunded,
  } as const;
  return {
    success: success[money],
    failure: texts.failure,
    pending: [texts.pending, texts.soon],
    init: texts.init,
    unknown: [texts.unknown, unknown],
  };
}

function ofCheck({ tag, check, thanks, soon, unknown }: PageTexts): Texts {
  const { outcome } = tag;
  return {
    success: [outcome.done.lookup, thanks],
    failure: check.failure,
    pending: [check.pending, soon],
    init: check.init,
    unknown: [unknown, outcome.check.unknown],
  };
}

/** A masked card for display: "424242******4242" → "Visa •••• 4242". Null if it is no card mask. */
function cardText(mask: string | null): string | null {
  const [, first = '', last = ''] = /^(\d{4,8})\D+(\d{4})$/.exec(mask ?? '') ?? [];
  return (last && `${brandName(brandOf(first))} •••• ${last}`.trim()) || null;
}

const STYLE = `
[data-part]>p{color:var(--muted)}
section{display:grid;gap:.25rem;margin:1.75rem 0 1.5rem;padding:1.25rem;border:1px solid var(--hairline);border-radius:.875rem}
section p{margin:0}
.of{white-space:pre-line;color:var(--muted)}
.button+.button.other{margin-top:.75rem}
ol{list-style:none;display:grid;gap:.75rem;margin:1.5rem 0;padding:0;text-align:start;color:var(--muted)}
li{display:grid;grid-template-columns:1.5rem 1fr}
li::before{content:'';box-sizing:border-box;width:.625rem;height:.625rem;margin-top:.4375rem;border:2px solid var(--line);border-radius:50%}
li.done::before{border:5px solid var(--positive)}
li[aria-current]{font-weight:600;color:light-dark(#1b1f27,#eceef2)}
li[aria-current]::before{border:5px solid var(--accent)}`;
