import type { Context } from 'hono';
import { html } from 'hono/html';
import { type ProblemError, PROBLEMS } from '../contract/problem.ts';
import { page } from './page.ts';

/** A problem as a page, for browsers without scripts. */
export function problemPage(c: Context, problem: ProblemError): Response | Promise<Response> {
  const [, title] = PROBLEMS[problem.code];
  const fields = problem.errors.map((error) => error.path.split('.').at(-1)).join(', ');
  const body = html`<div role="alert"><h1>${title}</h1></div>
    <p>${problem.message === title ? 'Go back to the shop and try again.' : problem.message}</p>
    ${fields ? html`<p>${fields}</p>` : ''}`;
  return page(c, { status: problem.status, language: 'en', title, body });
}
