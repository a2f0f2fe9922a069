import { plain, plainJson } from '../plain-text.ts';
import type { Check } from './check.ts';

/**
 * The report for readers: a line for each check, with its advice beneath; advice shared by consecutive checks appears once
 * below them. Messages quote the gateway.
 */
export function reportText(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ status, name, message, advice }, index) => [
    `${status.padEnd(4)}  ${name.padEnd(width)}  ${plain(message)}`,
    ...(advice && advice !== checks[index + 1]?.advice ? [`${' '.repeat(width + 8)}${advice}`] : []),
  ]);
  return `${[...lines, '', summary(checks)].join('\n')}\n`;
}

function summary(checks: readonly Check[]): string {
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length;
  return `${count('ok')} ok, ${count('warn')} with warnings, ${count('fail')} failed`;
}

/** The same as data. */
export function reportJson(checks: readonly Check[]): string {
  return `${plainJson(JSON.stringify({ ok: isWell(checks), checks }, null, 2))}\n`;
}

/** Whether nothing failed; warnings do not count. */
export function isWell(checks: readonly Check[]): boolean {
  return checks.every(({ status }) => status !== 'fail');
}
