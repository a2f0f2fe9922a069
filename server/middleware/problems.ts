import type { Context, Hono, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { AppEnv } from '../app-env.ts';
import { type Problem, ProblemError, PROBLEMS } from '../contract/problem.ts';
import { problemPage } from '../pages/problem-page.ts';
import { errorFacts, isStoreError } from '../payments/log-events.ts';
import type { Log } from '../payments/ports.ts';
import { sampledWarning } from '../node/log.ts';
import { isForm } from './input.ts';

/** Problem types are names, not addresses: the code is sufficient. */
const TYPE = 'urn:pay-form:problem:';

/**
 * Answers every error with a problem document (RFC 9457), or with a small page if a browser is navigating.
 *
 * ```ts
 * app.onError(problems(log))
 * app.notFound(notFound)
 * app.use(methodProblems(app))
 * app.get('/order', () => { throw new ProblemError('order-not-found') })
 * ```
 */
export function problems(log: Log) {
  const warnOfToken = sampledWarning(log, 'token.invalid');
  return (error: Error, c: Context<AppEnv>): Response | Promise<Response> => {
    const gone = c.req.raw.signal.aborted;
    const problem = asProblem(error, gone);
    // The merchant's own mistakes, since faults are named only if the signature is valid: paths and codes, never a
    // value.
    if (problem.code === 'order-token-invalid' && problem.errors.length > 0) {
      const { errors } = problem;
      warnOfToken(JSON.stringify(errors), { requestId: c.var.requestId, errors });
    }
    if (isUnexpected(error) && !(gone && isBrokenOff(error))) {
      log('request.failed', {
        requestId: c.var.requestId,
        ...errorFacts(error),
        stack: stackOf(error),
      });
    }
    return wantsPage(c) ? problemPage(c, problem) : answer(c, problem);
  };
}

export function notFound(c: Context<AppEnv>): Response | Promise<Response> {
  const problem = new ProblemError('not-found');
  return wantsPage(c) ? problemPage(c, problem) : answer(c, problem);
}

/** Answers a known path with another method by 405 with `Allow`. */
export function methodProblems(app: Hono<AppEnv>): MiddlewareHandler<AppEnv> {
  return methodNotAllowed({
    app,
    onMethodNotAllowed(c, methods) {
      c.header('allow', methods.join(', '));
      const problem = new ProblemError('method-not-allowed');
      return wantsPage(c) ? problemPage(c, problem) : answer(c, problem);
    },
  });
}

/** The body of an error answer. */
export function problemDocument(
  { code, message, errors, retryAfterS }: Pick<ProblemError, 'code' | 'message' | 'errors' | 'retryAfterS'>,
  requestId: string,
): Problem {
  const [status, title] = PROBLEMS[code];
  const faults = errors.length > 0 ? { errors: [...errors] } : {};
  const later = retryAfterS === null ? {} : { retryAfter: retryAfterS };
  return { type: `${TYPE}${code}`, title, status, code, detail: message, requestId, ...faults, ...later };
}

const isUnexpected = (error: Error): boolean =>
  !(error instanceof ProblemError || error instanceof HTTPException || error.name === 'AbortError');

/** The error with which Node ends the body of a request whose sender has disconnected. */
const isBrokenOff = (error: Error): boolean => 'code' in error && error.code === 'ECONNRESET';

/** @param gone whether the client has disconnected: a truncated body is then not our fault */
function asProblem(error: Error, gone: boolean): ProblemError {
  if (error instanceof ProblemError) return error;
  if (gone) return new ProblemError('bad-request');
  if (error instanceof HTTPException)
    return new ProblemError(error.status === 413 ? 'body-too-large' : 'bad-request');
  return new ProblemError(isStoreError(error) ? 'store-unavailable' : 'internal-error');
}

function answer(c: Context<AppEnv>, error: ProblemError): Response {
  const problem = problemDocument(error, c.var.requestId);
  c.header('cache-control', 'no-store');
  if (error.retryAfterS !== null) c.header('retry-after', String(error.retryAfterS));
  if (error.status === 401) c.header('www-authenticate', 'Bearer');
  // The rest of the body is not read, so the connection cannot be reused.
  if (error.status === 413) c.header('connection', 'close');
  c.header('content-type', 'application/problem+json');
  return c.body(JSON.stringify(problem), error.status as 400);
}

/** Whether a browser shows the answer to a person. */
export function wantsPage(c: Context): boolean {
  // Older browsers do not send the header.
  const mode = c.req.header('sec-fetch-mode') ?? (c.req.method === 'GET' ? 'navigate' : '');
  const navigation = (isForm(c) && /\/(hosted|return\/[^/]+)$/.test(c.req.path)) || mode === 'navigate';
  return navigation && (c.req.header('accept')?.includes('text/html') ?? false);
}

/** The stack without the message, which may quote input. */
function stackOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n');
}
