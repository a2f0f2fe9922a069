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

export const ok = (name: string, message: string, advice: string | null = null): Check => ({
  name,
  status: 'ok',
  message,
  advice,
});

export const warn = (name: string, message: string, advice: string | null = null): Check => ({
  name,
  status: 'warn',
  message,
  advice,
});

export const fail = (name: string, message: string, advice: string): Check => ({
  name,
  status: 'fail',
  message,
  advice,
});
