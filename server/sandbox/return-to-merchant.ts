import { html } from 'hono/html';
import type { SandboxPayment } from './ledger.ts';
import { orderSummary, pageResponse } from './page.ts';
import type { SandboxState } from './state.ts';

/**
 * Redirects the browser to the merchant's `result_url`: by a plain GET, or as the setting `returnBy` says. Without a
 * `result_url`, shows a final page.
 */
export function returnToMerchant(state: SandboxState, payment: SandboxPayment): Response | Promise<Response> {
  const target = payment.stated.result_url;
  if (!target) return finishedPage(payment);
  const { returnBy } = state.settings;
  switch (returnBy) {
    case 'get':
      return redirect(target);
    case 'query':
      return redirect(withQuery(target, returnedFields(payment)));
    case 'post':
      return postingPage(target, payment);
    default:
      return returnBy satisfies never;
  }
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

/** The fields that old plugins of the gateway read from the return address (interface 17.8). */
function returnedFields(payment: SandboxPayment): [name: string, value: string][] {
  return [
    ['order_id', payment.stated.order_id],
    ['status', payment.status],
  ];
}

function withQuery(target: string, fields: [name: string, value: string][]): string {
  const address = new URL(target);
  for (const [name, value] of fields) address.searchParams.set(name, value);
  return address.href;
}

function postingPage(target: string, payment: SandboxPayment): Promise<Response> {
  const fields = returnedFields(payment).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const body = html`${orderSummary(payment)}
    <form method="post" action="${target}" class="actions">
      ${fields}<button id="continue" class="primary">Continue to the shop</button>
    </form>`;
  return pageResponse({ title: 'Back to the shop', body, script: 'document.forms[0].submit();' });
}

function finishedPage(payment: SandboxPayment): Promise<Response> {
  const body = html`${orderSummary(payment)}
    <p role="status">Nothing more to do here. You can close this window.</p>`;
  return pageResponse({ title: 'Finished', body });
}
