import { CARD_NUMBER } from '../search-files.ts';
import type { Exchange } from './wire.ts';

/** Codes of problems that the companion documents with a status of 500 or more: the gateway says so. */
const DOCUMENTED = new Map([
  ['gateway-refused', 502],
  ['gateway-unreachable', 503],
  ['gateway-busy', 503],
]);
const ANSWER = /^HTTP\/1\.1 (\d{3})/;

/** The HTTP status of an answer, or null where none came. */
export function statusOf(text: string): number | null {
  const status = ANSWER.exec(text)?.[1];
  return status === undefined ? null : Number(status);
}

/**
 * What is wrong with an answer, or null: none at all, something that is no HTTP, 5xx without a documented reason, a problem
 * that states another status than its answer, a card number.
 * @param half whether our side of the connection was ended: nothing at all may come back then
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
    // An answer to HEAD has no body; one of two answers on a connection is followed by another.
    return null;
  }
}
