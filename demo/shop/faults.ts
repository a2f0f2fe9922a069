/** A fault that the demo can set (server/sandbox/README.md, Control). */
export interface DemoFault {
  name: string;
  label: string;
  /** body of `POST /_sandbox/faults` */
  order: { on: string; kind: string; delayMs?: number };
}

export const FAULTS: readonly DemoFault[] = [
  {
    name: 'late-webhook',
    label: 'Webhook six seconds late',
    order: { on: 'webhook', kind: 'late', delayMs: 6_000 },
  },
  { name: 'lost-webhook', label: 'Webhook lost', order: { on: 'webhook', kind: 'lost' } },
  { name: 'twice', label: 'Webhook sent twice', order: { on: 'webhook', kind: 'duplicate' } },
  {
    name: 'forged',
    label: 'Webhook with a forged signature',
    order: { on: 'webhook', kind: 'forged-signature' },
  },
  {
    name: 'wrong-amount',
    label: 'Webhook over another amount',
    order: { on: 'webhook', kind: 'wrong-amount' },
  },
  { name: 'cut-after', label: 'Connection cut, charged', order: { on: 'create', kind: 'reset-after' } },
  { name: 'cut-before', label: 'Connection cut, not charged', order: { on: 'create', kind: 'reset-before' } },
  { name: 'error', label: 'Error 500, charged', order: { on: 'create', kind: 'error-500-after' } },
  { name: 'busy', label: 'Gateway busy', order: { on: 'create', kind: 'rate-limit-before' } },
  { name: 'slow', label: 'Answer four seconds late', order: { on: 'create', kind: 'late', delayMs: 4_000 } },
  { name: 'refund', label: 'Next refund declined', order: { on: 'refund', kind: 'decline' } },
  { name: 'capture', label: 'Next capture declined', order: { on: 'capture', kind: 'decline' } },
];
