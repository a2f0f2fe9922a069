import { CARD_NUMBER } from '../search-files.ts';
import type { Exchange } from './wire.ts';

/** Problem codes that the companion documents with a status of 500 or more: they are caused by the gateway. */
const DOCUMENTED = new Map([
  ['gateway-refused', 502],
  ['gateway-unreachable', 503],
  ['gateway-busy', 503],
]);
const ANSWER = /^HTTP\/1\.1 (\d{3})/;

/** The HTTP status of an answer, or null without an answer. */
export function statusOf(text: string): number | null {
  const status = ANSWER.exec(text)?.[1];
  return status === undefined ? null : Number(status);
}

/**
 * What is wrong with an answer, or null: no answer, invalid HTTP, 5xx without a documented reason, a problem with another
 * status than its answer, a card number.
 * @param half whether our side of the connection was ended: no answer is acceptable then
 */
export function complaintAbout({ text, end }: Exchange, half: boolean): string | null {
  if (end === 'refused') return 'nobody listens any more';
  if (end === 'hung') return 'no answer';
  const number = CARD_NUMBER.exec(text);
  if (number)
    return `a card number came back after ${text.slice(Math.max(0, number.index - 60), number.index)}`;
  if (text === '') return half ? null : 'the connection ended without an answer';
  const status = statusOf(text);
  if (status === null) return 'the answer is no HTTP';
  const problem = problemIn(text);
  if (problem && problem.status !== status) return `${status} with a problem of ${problem.status}`;
  if (status >= 500 && DOCUMENTED.get(problem?.code ?? '') !== status)
    return `${status} ${problem?.code ?? ''}`.trim();
  return null;
}

function problemIn(text: string): { status: number; code: string } | null {
  const end = text.indexOf('\r\n\r\n');
  if (!/\r\ncontent-type: application\/problem\+json/i.test(text.slice(0, end))) return null;
  try {
    return JSON.parse(text.slice(end + 4)) as { status: number; code: string };
  } catch {
    // An answer to HEAD has no body; in a pair of answers on a connection, another one follows.
    return null;
  }
}
