import { LIBERTIES, type Fault, type Liberty } from './faults.ts';

/** Takes a liberty with the fields of an answer or event; faults of other kinds leave it unchanged. */
export function withLiberty<Stated extends object>(stated: Stated, kind: Fault['kind'] | undefined): Stated {
  const liberty = LIBERTIES.find((one) => one === kind);
  return liberty ? { ...stated, ...taken(stated, liberty) } : stated;
}

const TIMES = ['created_at', 'processed_at', 'processing_time'];
const IDS = ['payment_id', 'operation_id', 'transaction_id', 'pos_id'];

/** Fields that are undefined are missing in JSON. */
function taken(stated: object, liberty: Liberty): object {
  switch (liberty) {
    case 'without-operation-id':
      return { operation_id: undefined };
    case 'without-times':
      return Object.fromEntries(TIMES.map((name) => [name, undefined]));
    case 'upper-case-ids':
      return Object.fromEntries(IDS.flatMap((name) => upperCase(name, (stated as Fields)[name])));
    default:
      return liberty satisfies never;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function upperCase(name: string, value: unknown): [string, string][] {
  return typeof value === 'string' ? [[name, value.toUpperCase()]] : [];
}
