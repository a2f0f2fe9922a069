import { Hono } from 'hono';
import { html } from 'hono/html';
import { endChallenge, isChallenged } from './charge.ts';
import { neverAnswered } from './fault-answers.ts';
import { type SandboxPayment, cardMaskOf } from './ledger.ts';
import { orderSummary, pageNotFound, pageResponse, sign } from './page.ts';
import { returnToMerchant } from './return-to-merchant.ts';
import type { SandboxState } from './state.ts';

/** The imitated bank's 3-D Secure page, behind `user_action_url`: approve, reject or leave. */
export function acsRoutes(state: SandboxState): Hono {
  const routes = new Hono();
  routes.use((context, next) => {
    const { challengeAnswers } = state.settings;
    return challengeAnswers ? next() : neverAnswered(state.closing, context.req.raw);
  });
  routes.get('/:id', (context) => {
    const payment = state.ledger.byChallenge(context.req.param('id'));
    if (!payment) return pageNotFound();
    return isChallenged(payment) ? challengePage(state, payment) : returnToMerchant(state, payment);
  });
  routes.post('/:id', async (context) => {
    const payment = state.ledger.byChallenge(context.req.param('id'));
    if (!payment) return pageNotFound();
    const decision = (await context.req.parseBody())['decision'];
    if (decision === 'approve' || decision === 'reject') {
      endChallenge(state, payment, decision === 'approve');
    }
    return returnToMerchant(state, payment);
  });
  return routes;
}

function challengePage({ settings }: SandboxState, payment: SandboxPayment): Promise<Response> {
  const body = html`${sign('bank')}
    <h1>Confirm this payment</h1>
    ${orderSummary(payment)}
    <p>Are you making this payment with card <span class="mask">${cardMaskOf(payment)}</span>?</p>
    <form method="post" class="actions">
      <button id="approve" class="primary" name="decision" value="approve">Approve</button>
      <button id="reject" name="decision" value="reject">Reject</button>
      <button id="leave" class="quiet" name="decision" value="leave">Leave without deciding</button>
    </form>`;
  return pageResponse({ title: '3-D Secure', body, isFramed: settings.challengeFramed });
}
