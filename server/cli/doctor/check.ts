import { plain, plainJson } from '../text.ts';

/** The result of one check. Contains no secret. */
export interface Check {
  /** stable, for scripts: "gateway-credentials" */
  name: string;
  status: 'ok' | 'warn' | 'fail';
  /** the finding, a sentence without a full stop */
  message: string;
  /** what to do about it or to consider, or null */
  advice: string | null;
}

const checkOf =
  (status: Check['status']) =>
  (name: string, message: string, advice: string | null = null): Check => ({ name, status, message, advice });

export const [ok, warn, fail] = [checkOf('ok'), checkOf('warn'), checkOf('fail')];

/** Whether nothing failed; warnings do not count. */
export function isWell(checks: readonly Check[]): boolean {
  return checks.every(({ status }) => status !== 'fail');
}

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
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length;
  const summary = `${count('ok')} ok, ${count('warn')} with warnings, ${count('fail')} failed`;
  return `${[...lines, '', summary].join('\n')}\n`;
}

/** The same as data. */
export function reportJson(checks: readonly Check[]): string {
  return `${plainJson(JSON.stringify({ ok: isWell(checks), checks }, null, 2))}\n`;
}
