import { html } from 'lit';
import type { OperationView } from '../../server/contract/merchant-api.ts';
import { OPERATION_METHODS } from '../../server/contract/words.ts';
import type { ListKind } from './list-view.ts';
import { methodText, STATUSES } from './statuses.ts';

const STATES = ['success', 'failure', 'pending', 'unknown'] as const;

/** The list of all captures, voids and refunds. */
export const operationsList = (): ListKind<OperationView> => ({
  name: 'operations',
  title: 'Operations',
  filters: {
    method: OPERATION_METHODS.map((method) => [method, methodText(method)]),
    status: STATES.map((status) => [status, STATUSES[status].text]),
  },
  columns: ['Kind', 'Comment'],
  cells: ({ method, comment }) => html`
    <td class="kind">${methodText(method)}</td>
    <td class="fine">${comment}</td>`,
  sums: OPERATION_METHODS.map(methodText),
  amounts: (one) =>
    OPERATION_METHODS.map((method) => (one.method === method && one.status === 'success' ? one.amount : '0')),
  about: 'Only operations that succeeded, by the day on which they were requested.',
  empty: 'Captures, voids and refunds appear here, also those made in the gateway’s portal.',
});
