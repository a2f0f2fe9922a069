import { pageOf, reviewViewSchema } from '../contract/merchant-api.ts';
import { PAGE_OPTIONS, printList } from './list-pages.ts';
import { JSON_OPTION, merchantCommand, URL_OPTION } from './merchant-command.ts';
import { reviewTable } from './review-table.ts';

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
  usage: ['review [options]'],
  options: { ...PAGE_OPTIONS, ...URL_OPTION, ...JSON_OPTION },
  fields: { cursor: '--cursor' },
  notes: `Each line has the reason and the API calls that resolve it: \`pay-form resolve\` for an uncertain outcome,
\`pay-form refund\` or \`pay-form void\` for money that was taken but pays no order.`,
  examples: [
    ['review', 'Every morning, and whenever pay_orders_review in /metrics is above 0.'],
    ['review --all --json', 'The complete list, for a script.'],
  ],
  run: ({ values: { cursor, all, json } }, session) =>
    printList(session, { ...REVIEW, query: { cursor } }, { all, json }),
});
