import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { PaymentStatus, PaymentView } from '../contract/checkout-api.ts';
import { type ProblemError, PROBLEMS } from '../contract/problem.ts';

const STYLE = `
:root{color-scheme:light dark;font:17px/1.55 system-ui,sans-serif}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:light-dark(#f5f6f8,#14161a);color:light-dark(#1b1f27,#eceef2)}
main{box-sizing:border-box;width:min(28rem,100% - 2rem);padding:2.5rem 2rem;border-radius:1rem;background:light-dark(#fff,#1f2229);box-shadow:0 1px 2px #0002,0 8px 32px #0001;text-align:center}
h1{font-size:1.35rem;margin:0 0 .5rem}p{margin:.25rem 0;color:light-dark(#5a6372,#a5aebc)}
.amount{font-size:1.6rem;font-weight:600;color:inherit;margin-top:1rem}
.mark{font-size:2.5rem;line-height:1;margin-bottom:1rem}
a{color:light-dark(#0a58ca,#7db2ff)}`;

type Language = 'en' | 'uk';

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
const CONTINUE: Record<Language, string> = { en: 'Continue', uk: 'Продовжити' };
const MARKS: Record<PaymentStatus, string> = {
  success: '✓',
  failure: '✕',
  pending: '…',
  init: '…',
  unknown: '…',
};

/** The page a customer comes back to where the order names none: it shows the state and looks again by itself. */
export function statusPage(c: Context, payment: PaymentView): Response | Promise<Response> {
  const language = languageOf(c);
  const [title, text] = TEXTS[language][payment.status];
  const waits = payment.status === 'pending' || payment.status === 'unknown';
  const amount = new Intl.NumberFormat(language, { style: 'currency', currency: payment.currency });
  const body = html`<div class="mark" aria-hidden="true">${MARKS[payment.status]}</div>
    <h1 role="status">${title}</h1>
    <p>${text}</p>
    <p class="amount">${amount.format(payment.amount as Intl.StringNumericLiteral)}</p>
    ${payment.action ? html`<p><a href="${payment.action.url}">${CONTINUE[language]}</a></p>` : ''}
    ${payment.receiptUrl ? html`<p><a href="${payment.receiptUrl}">PDF</a></p>` : ''}`;
  return page(c, 200, language, title, body, waits ? 3 : 0);
}

/** A refusal for a person whose browser runs no script. */
export function problemPage(c: Context, problem: ProblemError): Response | Promise<Response> {
  const [, title] = PROBLEMS[problem.code];
  const fields = problem.errors.map((error) => error.path.split('.').at(-1)).join(', ');
  const body = html`<h1 role="alert">${title}</h1>
    <p>${problem.message === title ? 'Go back to the shop and try again.' : problem.message}</p>
    ${fields ? html`<p>${fields}</p>` : ''}`;
  return page(c, problem.status, 'en', title, body, 0);
}

function page(
  c: Context,
  status: number,
  language: Language,
  title: string,
  body: unknown,
  refreshS: number,
): Response | Promise<Response> {
  c.header('cache-control', 'no-store');
  if (refreshS > 0) c.header('refresh', String(refreshS));
  c.status(status as 200);
  const nonce = String(c.get('secureHeadersNonce' as never) ?? '');
  return c.html(
    html`<!doctype html>
<html lang="${language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${raw(STYLE)}</style>
<main>${body}</main>
</html>`,
  );
}

function languageOf(c: Context): Language {
  return /^(uk|ua)\b/i.test(c.req.header('accept-language') ?? '') ? 'uk' : 'en';
}
