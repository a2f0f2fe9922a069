import { customerParams } from '../contract/merchant-parameters.ts';
import { forgetCustomer } from '../payments/saved-cards.ts';
import { emptyRoute } from './merchant-route.ts';

/** The stored data of customers. */
export const customerRoutes = [
  emptyRoute(
    {
      method: 'delete',
      path: '/api/customers/{id}',
      operationId: 'forgetCustomer',
      summary: 'Delete all saved cards of a customer',
      detail: 'The response is the same if there are none',
      params: customerParams,
    },
    (deps, { params }) => forgetCustomer(deps, params.id),
  ),
];
