import {
  operationViewSchema,
  pageOf,
  paymentViewSchema,
  reviewViewSchema,
} from '../contract/merchant-api.ts';
import { resolveSchema } from '../contract/merchant-requests.ts';
import { PAGE_OPTIONS, printList } from './list-pages.ts';
import { merchantCommand, type Session } from './merchant-command.ts';
import { DECIMAL, oneOf } from './value-rules.ts';
import { operationText, paymentText, reviewTable } from './views.ts';

const REVIEW = {
  path: '/review',
  schema: pageOf(reviewViewSchema),
  textOf: reviewTable,
  none: 'Nothing needs review.',
};

/** `GET /api/review` */
export const review = merchantCommand({
  name: 'review',
  summary: 'Lists everything that needs manual review, oldest first',
  options: PAGE_OPTIONS,
  notes: `Each line has the reason and the API calls that resolve it: \`pay-form resolve\` for an uncertain outcome,
\`pay-form refund\` or \`pay-form void\` for money that was taken but pays no order.`,
  examples: [
    ['review', 'Every morning, and whenever pay_orders_review in /metrics is above 0.'],
    ['review --all --json', 'The complete list, for a script.'],
  ],
  run: ({ values: { cursor, all } }, session) => printList(session, { ...REVIEW, query: { cursor } }, all),
});

const RESOLVE = {
  status: {
    value: '<status>',
    rule: oneOf(resolveSchema.shape.status.options),
    required: true,
    help: 'its outcome: success or failure',
  },
  comment: { value: '<text>', required: true, help: 'the reason; stored in the order’s timeline' },
} as const;

const FIRST = `if the gateway cannot report its outcome. Look it up in the gateway's portal first: this command does not query the gateway.`;

/** `POST /api/payments/{paymentId}/resolve` */
export const resolve = merchantCommand({
  name: 'resolve',
  summary: 'Resolves a payment manually that is unknown or in review',
  positionals: ['<paymentId>'],
  options: RESOLVE,
  notes: `Only for a payment that is unknown or in review,\n${FIRST}`,
  examples: [
    [
      'resolve 5f0c6c1e-0a43-4c52-8a3e-6d1f7b0e9a11 --status failure --comment "not in the portal, 21 Nov, O. K."',
      'The customer may try again afterwards.',
    ],
  ],
  async run({ values: { status, comment }, positionals: [id = ''] }, session) {
    const path = announce(session, 'payment', id, status);
    return session.print(await session.api.post(path, paymentViewSchema, { status, comment }), paymentText);
  },
});

/** `POST /api/operations/{operationId}/resolve` */
export const resolveOperation = merchantCommand({
  name: 'resolve operation',
  summary: 'Resolves an operation manually that is open or in review',
  positionals: ['<operationId>'],
  options: {
    ...RESOLVE,
    amount: {
      value: '<decimal>',
      rule: DECIMAL,
      help: 'the amount that it moved, if the gateway has reported two',
    },
  },
  notes: `Only for a capture, void or refund that stays open or is in review,\n${FIRST}`,
  examples: [
    [
      'resolve operation c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10 --status success --comment "in the portal, 21 Nov, O. K."',
      'Other operations on the payment may follow afterwards.',
    ],
  ],
  async run({ values: { status, comment, amount }, positionals: [id = ''] }, session) {
    const path = announce(session, 'operation', id, status);
    const body = { status, comment, amount };
    return session.print(await session.api.post(path, operationViewSchema, body), operationText);
  },
});

/** Says what is requested next. Returns the path of the call. */
function announce(
  { terminal, expecting }: Session,
  kind: 'payment' | 'operation',
  id: string,
  status: string,
) {
  terminal.say(`Requesting: resolve ${kind} ${id} as ${status}. The gateway is not queried.\n`);
  expecting({ whether: `the ${kind} was resolved`, remedy: 'Repeat the command: resolving twice is safe.' });
  return `/${kind}s/${encodeURIComponent(id)}/resolve`;
}
