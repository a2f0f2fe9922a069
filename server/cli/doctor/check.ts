import { plain, plainJson } from '../text.ts';

/** What a check found. Contains no secret. */
export interface Finding {
  status: 'ok' | 'warn' | 'fail';
  /** a sentence without a full stop */
  message: string;
  /** what to do about it or to consider, or null */
  advice: string | null;
}

export interface Check extends Finding {
  /** stable, for scripts: "gateway-credentials" */
  name: string;
}

const finding =
  (status: Finding['status']) =>
  (message: string, advice: string | null = null): Finding => ({ status, message, advice });

export const [ok, warn, fail] = [finding('ok'), finding('warn'), finding('fail')];

/** The faults that were found under this name, or else what is well. */
export function check(name: string, well: Finding, ...faults: readonly (Finding | false)[]): Check[] {
  const found = faults.filter((fault) => fault !== false);
  return (found.length > 0 ? found : [well]).map((one) => ({ name, ...one }));
}

/** Whether nothing failed; warnings do not count. */
export function isWell(checks: readonly Check[]): boolean {
  return checks.every(({ status }) => status !== 'fail');
}

/** The report for readers: a line for each check, with its advice beneath. Messages quote the gateway. */
export function reportText(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ status, name, message, advice }, index) => [
    `${status.padEnd(4)}  ${name.padEnd(width)}  ${plain(message)}`,
    ...(advice && advice !== checks[index + 1]?.advice ? [`${' '.repeat(width + 8)}${advice}`] : []),
  ]);
  const count = (status: Finding['status']) => checks.filter((one) => one.status === status).length;
  const summary = `${count('ok')} ok, ${count('warn')} with warnings, ${count('fail')} failed`;
  return `${[...lines, '', summary].join('\n')}\n`;
}

/** The same as data. */
export function reportJson(checks: readonly Check[]): string {
  return `${plainJson(JSON.stringify({ ok: isWell(checks), checks }, null, 2))}\n`;
}
