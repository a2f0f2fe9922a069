import type { Context } from 'hono';
import type { Fault, FaultyRequest } from './faults.ts';
import {
  cutShort,
  disguised,
  droppedConnection,
  neverAnswered,
  tooLarge,
  unexpectedError,
} from './fault-answers.ts';
import { Refusal, errorAnswer, notFound, unauthorized } from './refusal.ts';
import { withFault } from './wrong-fields.ts';
import type { SandboxState } from './state.ts';

type Handle = (fault: Fault | undefined) => Response | Promise<Response>;

/** A fault applied to one request. */
interface Play {
  state: SandboxState;
  context: Context;
  handle: Handle;
  fault: Fault;
}

type Kind = Fault['kind'];

/** Answers a request with the next fault for it, or normally. */
export async function faulty(
  state: SandboxState,
  context: Context,
  on: FaultyRequest,
  handle: Handle,
): Promise<Response> {
  const fault = state.faults.forRequest(on, context.req.param('operation') !== undefined);
  if (!fault) return answerOrRefusal(state, handle, fault);
  const play = { state, context, handle, fault };
  if (fault.kind === 'late-before') await pause(play);
  const instead = INSTEAD[fault.kind];
  if (instead) return instead(play);
  const answer = await answerOrRefusal(state, handle, fault);
  return AFTER[fault.kind]?.(answer, play) ?? answer;
}

const never = ({ state, context }: Play): Promise<Response> => neverAnswered(state.closing, context.req.raw);

/** Answers instead of the endpoint: the request has no effect. */
const INSTEAD: Partial<Record<Kind, (play: Play) => Response | Promise<Response>>> = {
  'never-before': never,
  'reset-before': droppedConnection,
  'error-500-before': unexpectedError,
  'error-503-before': () => Response.json({ message: 'Service unavailable' }, { status: 503 }),
  'unauthorized-404': () => Response.json(unauthorized().body, { status: 404 }),
  'path-unknown': ({ state }) => errorAnswer(notFound(), state.settings.errorCodes),
  'rate-limit-before': () =>
    Response.json({ message: 'Too many requests' }, { status: 429, headers: { 'retry-after': '1' } }),
};

/** Replaces the answer after the request has had its effect. */
const AFTER: Partial<Record<Kind, (answer: Response, play: Play) => Response | Promise<Response>>> = {
  late: async (answer, play) => {
    await pause(play);
    return answer;
  },
  never: (_answer, play) => never(play),
  repeated: (_answer, { state, handle, fault }) => answerOrRefusal(state, handle, fault),
  'reset-after': droppedConnection,
  'error-500-after': unexpectedError,
  garbage: () => new Response('<html><body>Bad Gateway', { headers: { 'content-type': 'text/html' } }),
  empty: () => new Response(null),
  cut: cutShort,
  disguised,
  'too-large': tooLarge,
  'redirect-302': (answer) =>
    answer.status === 303 ? new Response(null, { status: 302, headers: answer.headers }) : answer,
  'redirect-nowhere': () => new Response(null, { status: 303 }),
  'redirect-elsewhere': () =>
    new Response(null, { status: 303, headers: { location: 'https://elsewhere.invalid/form' } }),
  'pending-without-url': (answer) =>
    altered(answer, (told) => ({ ...told, ...PENDING, status_code: '2122', user_action_required: true })),
  'pending-unknown-error': (answer) =>
    altered(answer, (told) => ({ ...told, ...PENDING, status_code: '9000' })),
};

const PENDING = {
  status: 'pending',
  status_description: null,
  user_action_required: false,
  user_action_url: null,
};

/** What the endpoint answers, in the gateway's spelling. Faults apply to refusals as well. */
async function answerOrRefusal(
  { settings }: SandboxState,
  handle: Handle,
  fault: Fault | undefined,
): Promise<Response> {
  try {
    const answer = await handle(fault);
    return await altered(answer, (told) => withFault(told, fault?.kind, settings.timeForm));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isBeside = fault?.kind === 'code-beside-args';
    return errorAnswer(error, isBeside ? 'beside-args' : settings.errorCodes);
  }
}

/** Waits on the sandbox's clock, at most until the sandbox closes. */
function pause({ state, fault }: Play): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      state.closing.removeEventListener('abort', end);
      resolve();
    };
    const cancel = state.clock.after(fault.delayMs, end);
    state.closing.addEventListener('abort', end);
  });
}

/** Changes the JSON object of a good answer, or every element of its array. */
async function altered(answer: Response, change: (told: object) => object): Promise<Response> {
  if (answer.status !== 200 || !/json/.test(answer.headers.get('content-type') ?? '')) return answer;
  const told: unknown = await answer.json();
  return Response.json(Array.isArray(told) ? told.map(change) : change(told as object));
}
