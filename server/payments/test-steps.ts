import * as fc from 'fast-check';
import {
  CANCEL_FATES,
  type CancelFate,
  type Fate,
  FATES,
  PAYMENT_FATES,
  type PaymentFate,
  READ_FATES,
  type ReadFate,
} from './test-fates.ts';
import type { Fault } from './test-desks.ts';
import { ANNA, BORYS } from './test-world.ts';

/** For tests: everything that can happen to an order. */

/** The parameters in an order token or from the merchant: which of three terms, and their time. */
export interface SignedTerms {
  terms: number;
  iat: 'none' | 'same' | 'newer' | 'older';
}

export type Action =
  | ({
      do: 'pay';
      mode: 'direct' | 'hosted';
      key: number;
      fate: PaymentFate;
      cancel: CancelFate;
    } & SignedTerms)
  | ({ do: 'session'; cancel: CancelFate } & SignedTerms)
  | { do: 'state'; terms: number; cancel: CancelFate }
  | { do: 'cancel'; cancel: CancelFate }
  | { do: 'capture'; minor: number | null; split: boolean; fate: Fate }
  | { do: 'void'; fate: Fate }
  | { do: 'refund'; minor: number | null; shares: { sub: string; minor: number }[] | null; fate: Fate }
  | { do: 'portal'; pick: number; minor: number; as: 'done' | 'failed'; later: number }
  | { do: 'progress'; pick: number; to: 'pending' | 'success' | 'failure' }
  | { do: 'webhook'; pick: number; copy: boolean }
  | { do: 'reconcile'; seconds: number; reads: ReadFate; fate: Fate }
  | { do: 'resolve'; pick: number };

export type Placed = Action & { desk: 0 | 1; fault: Fault | null };
export type Step = Placed | { do: 'at-once'; steps: Placed[] };

// Mostly equal, so that one may be mistaken for another.
const cents = fc.oneof(
  { arbitrary: fc.constant(300), weight: 5 },
  { arbitrary: fc.constantFrom(100, 310, 500, 600, 700, 1010), weight: 1 },
  { arbitrary: fc.integer({ min: 1, max: 1100 }), weight: 1 },
);
const fate = fc.constantFrom<Fate>(...FATES);
const cancel = fc.constantFrom<CancelFate>('answered', ...CANCEL_FATES);
const share = fc.record({ sub: fc.constantFrom(ANNA, BORYS), minor: cents });
const terms = fc.constantFrom(0, 0, 0, 1, 2);
const iat = fc.constantFrom<SignedTerms['iat']>(
  ...Array<'same'>(4).fill('same'),
  ...Array<'newer'>(3).fill('newer'),
  'none',
  'older',
);
const pick = fc.nat(20);

const pay = fc.record({
  do: fc.constant('pay' as const),
  mode: fc.constantFrom('direct' as const, 'direct' as const, 'hosted' as const),
  key: fc.nat(15),
  fate: fc.constantFrom<PaymentFate>(...PAYMENT_FATES),
  cancel,
  terms,
  iat,
});
const webhook = fc.record({ do: fc.constant('webhook' as const), pick, copy: fc.boolean() });
const reconcile = fc.record({
  do: fc.constant('reconcile' as const),
  seconds: fc.constantFrom(0, 1, 2, 70, 4_000),
  reads: fc.constantFrom<ReadFate>('answered', ...READ_FATES),
  fate,
});
const checkout = fc.oneof(
  { arbitrary: pay, weight: 6 },
  fc.record({ do: fc.constant('session' as const), cancel, terms, iat }),
  fc.record({ do: fc.constant('state' as const), cancel, terms }),
  fc.record({ do: fc.constant('cancel' as const), cancel }),
);
const refund = fc.record({
  do: fc.constant('refund' as const),
  minor: fc.option(cents),
  shares: fc.option(fc.array(share, { minLength: 1, maxLength: 2 })),
  fate,
});
const capture = fc.record({
  do: fc.constant('capture' as const),
  minor: fc.option(cents),
  split: fc.boolean(),
  fate,
});
const reserve = fc.oneof(
  { arbitrary: capture, weight: 2 },
  fc.record({ do: fc.constant('void' as const), fate }),
);
const operations = (isAuth: boolean) =>
  isAuth ? fc.oneof(reserve, refund) : fc.oneof({ arbitrary: refund, weight: 9 }, reserve);
const gateway = fc.oneof(
  fc.record({
    do: fc.constant('portal' as const),
    pick,
    minor: cents,
    as: fc.constantFrom('done' as const, 'done' as const, 'failed' as const),
    later: fc.constantFrom(0, 0, 200, 86_400),
  }),
  fc.record({
    do: fc.constant('progress' as const),
    pick,
    to: fc.constantFrom('pending' as const, 'success' as const, 'success' as const, 'failure' as const),
  }),
);
const resolve = fc.record({ do: fc.constant('resolve' as const), pick });

const fault = fc.option(
  fc.record<Fault>({
    commit: fc.integer({ min: 1, max: 4 }),
    as: fc.constantFrom('dies', 'dies', 'held-up'),
    when: fc.constantFrom('before', 'after'),
  }),
  { freq: 4 },
);
const placed = (actions: fc.Arbitrary<Action>): fc.Arbitrary<Placed> =>
  fc
    .tuple(actions, fc.constantFrom(0 as const, 1 as const), fault)
    .map(([action, desk, fault]) => ({ ...action, desk, fault }));

interface Kind {
  method: 'purchase' | 'auth';
}

const AT_DESK = { desk: 0 as const, fault: null };

/** A payment with which a scenario may begin. */
export const paid = (fate: PaymentFate): Placed => ({
  do: 'pay',
  mode: 'direct',
  key: 99,
  fate,
  cancel: 'answered',
  terms: 0,
  iat: 'same',
  ...AT_DESK,
});

/** Nothing, or a payment that is not found at first, and becomes a duplicate when another one succeeds. */
const beginning = fc.constantFrom<Step[]>(
  [],
  [paid('refused-done')],
  [paid('denied'), { do: 'reconcile', seconds: 70, reads: 'answered', fate: 'answered', ...AT_DESK }],
);

/** The possible steps of an unpaid order. */
export const checkoutSteps = (kind: Kind): fc.Arbitrary<Step[]> =>
  fc.tuple(beginning, checkoutStepsOf(kind)).map(([first, then]) => [...first, ...then]);

const checkoutStepsOf = ({ method }: Kind): fc.Arbitrary<Step[]> =>
  stepsOf(
    fc.oneof(
      { arbitrary: checkout, weight: 5 },
      { arbitrary: webhook, weight: 2 },
      { arbitrary: reconcile, weight: 4 },
      { arbitrary: gateway, weight: 2 },
      { arbitrary: operations(method === 'auth'), weight: 1 },
      { arbitrary: resolve, weight: 1 },
    ),
  );

/** The possible steps of a paid order. */
export const operationSteps = ({ method }: Kind): fc.Arbitrary<Step[]> =>
  stepsOf(
    fc.oneof(
      { arbitrary: operations(method === 'auth'), weight: 3 },
      { arbitrary: webhook, weight: 1 },
      { arbitrary: reconcile, weight: 2 },
      { arbitrary: gateway, weight: 1 },
    ),
  );

function stepsOf(actions: fc.Arbitrary<Action>): fc.Arbitrary<Step[]> {
  const one = placed(actions);
  const several = fc.record({
    do: fc.constant('at-once' as const),
    steps: fc.array(one, { minLength: 2, maxLength: 3 }),
  });
  const step = fc.oneof({ arbitrary: one, weight: 6 }, { arbitrary: several, weight: 1 });
  return fc.array(step, { maxLength: 25, size: 'max' });
}
