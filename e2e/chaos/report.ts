import { FAULTS, type Finding } from './audit.ts';

/** The result of a run. */
export interface Outcome {
  seed: number;
  orders: number;
  store: string;
  companions: number;
  /** whether the primary of the database was killed in the middle */
  failover: boolean;
  /** whether the gateway and the network were honest */
  honest: boolean;
  seconds: number;
  /** reasons of each order that ended in review */
  reviewed: ReadonlyMap<string, ReadonlySet<string>>;
  /** events counted by name */
  counts: ReadonlyMap<string, number>;
  findings: readonly Finding[];
  /** invalid answers seen during the run */
  faults: readonly string[];
  /** files that contain forbidden data */
  files: readonly string[];
}

const MOST_SHOWN = 20;
/** The maximum number of orders reported in detail. */
const MOST_TOLD = 5;

/** Whether nothing was found. */
export const isClean = ({ findings, faults, files }: Outcome): boolean =>
  findings.length + faults.length + files.length === 0;

/** The counts and findings, one per line. */
export function reportLines(outcome: Outcome): string[] {
  const { seed, orders, store, companions, honest, seconds, counts, findings, faults, files } = outcome;
  const found = FAULTS.map((fault) => [fault, findings.filter((one) => one.fault === fault).length] as const);
  const rows = [
    ...[...counts].sort(([one], [other]) => one.localeCompare(other)),
    ...reviewRows(outcome),
    ...found,
    ['wrong answers', faults.length] as const,
    ['files with card numbers or secrets', files.length] as const,
  ];
  return [
    `chaos${honest ? ', honest' : ''}: ${orders} orders, ${store}, ${companions} ${companions === 1 ? 'companion' : 'companions'}, seed ${seed}, ${seconds.toFixed(0)} s`,
    ...rows.map(([name, value]) => `  ${name.padEnd(36)} ${String(value).padStart(7)}`),
    ...shown(findings.map(({ fault, orderId, what }) => `${fault}: ${orderId}: ${what}`)),
    ...shown(faults),
    ...shown(files.map((file) => `in a file: ${file}`)),
    ...booksOf(findings),
    isClean(outcome) ? '✓ nothing was found' : `✕ again: npm run chaos -- ${again(outcome)}`,
  ];
}

/** A person may be needed for an order more than once, for different reasons. */
function reviewRows({ reviewed, orders }: Outcome): (readonly [string, number | string])[] {
  const reasons = [...reviewed.values()].flatMap((each) => [...each]).sort();
  const share = ((100 * reviewed.size) / orders).toFixed(1);
  return [
    ['orders in review', reviewed.size],
    ['orders in review, %', share],
    ...[...new Set(reasons)].map(
      (reason) => [`  ${reason}`, reasons.filter((one) => one === reason).length] as const,
    ),
  ];
}

function booksOf(findings: readonly Finding[]): string[] {
  const books = new Map(findings.map((one) => [one.orderId, one.books]));
  return [...books].slice(0, MOST_TOLD).map(([orderId, told]) => `    ${orderId}: ${JSON.stringify(told)}`);
}

function shown(lines: readonly string[]): string[] {
  const more = lines.length > MOST_SHOWN ? [`  … and ${lines.length - MOST_SHOWN} more`] : [];
  return [...lines.slice(0, MOST_SHOWN).map((line) => `  ✕ ${line}`), ...more];
}

const again = ({ orders, seed, store, companions, failover, honest }: Outcome): string =>
  [
    ...(honest ? ['--honest'] : []),
    `--orders ${orders} --seed ${seed} --store ${store} --companions ${companions}`,
    ...(failover ? ['--failover'] : []),
  ].join(' ');
