import type { Context } from 'hono';
import type { Fault, FaultyRequest } from './faults.ts';
import { droppedConnection, unexpectedError } from './mishaps.ts';
import { Refusal } from './refusal.ts';
import { spoiled } from './spoiled-webhook.ts';
import type { World } from './world.ts';

/** Answers a request as the next ordered fault wants it, or as it should be. */
export async function faulty(
  world: World,
  context: Context,
  on: FaultyRequest,
  handle: (fault: Fault | undefined) => Response | Promise<Response>,
): Promise<Response> {
  const fault = world.faults.forRequest(on);
  const instead = fault && (await insteadOf(world, context, fault));
  if (instead) return instead;
  const answer = await answerOrRefusal(handle, fault);
  return fault ? spoiledAnswer(world, context, fault, answer) : answer;
}

/** What is answered before anything happened; undefined to go on. */
async function insteadOf(world: World, context: Context, fault: Fault): Promise<Response | undefined> {
  switch (fault.kind) {
    case 'late-before':
      await pause(world, fault.delayMs);
      return undefined;
    case 'never-before':
      return never(world, context);
    case 'reset-before':
      return droppedConnection();
    case 'error-500-before':
      return unexpectedError();
    case 'error-503-before':
      return Response.json({ message: 'Service unavailable' }, { status: 503 });
    case 'rate-limit-before':
      return Response.json(
        { message: 'Too many requests' },
        { status: 429, headers: { 'retry-after': '1' } },
      );
    default:
      return undefined;
  }
}

async function spoiledAnswer(
  world: World,
  context: Context,
  fault: Fault,
  answer: Response,
): Promise<Response> {
  switch (fault.kind) {
    case 'late':
      await pause(world, fault.delayMs);
      return answer;
    case 'never':
      return never(world, context);
    case 'reset-after':
      return droppedConnection();
    case 'error-500-after':
      return unexpectedError();
    case 'garbage':
      return new Response('<html><body>Bad Gateway', { headers: { 'content-type': 'text/html' } });
    case 'empty':
      return new Response(null);
    case 'cut':
      return cutShort(answer);
    case 'redirect-nowhere':
      return new Response(null, { status: 303 });
    case 'redirect-elsewhere':
      return new Response(null, { status: 303, headers: { location: 'https://elsewhere.invalid/form' } });
    case 'pending-without-url':
      return altered(answer, (told) => ({
        ...told,
        ...PENDING,
        status_code: '2122',
        user_action_required: true,
      }));
    case 'pending-unknown-error':
      return altered(answer, (told) => ({ ...told, ...PENDING, status_code: '9000' }));
    default:
      return altered(answer, (told) => spoiled(told, fault.kind));
  }
}

const PENDING = {
  status: 'pending',
  status_description: null,
  user_action_required: false,
  user_action_url: null,
};

/** A refusal is an answer as well: a fault applies to it the same. */
async function answerOrRefusal(
  handle: (fault: Fault | undefined) => Response | Promise<Response>,
  fault: Fault | undefined,
): Promise<Response> {
  try {
    return await handle(fault);
  } catch (error) {
    if (error instanceof Refusal) return Response.json(error.body, { status: error.status });
    throw error;
  }
}

function pause(world: World, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = world.clock.after(milliseconds, resolve);
    world.closing.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });
}

/** Waits until the client gives up or the sandbox closes. */
async function never(world: World, context: Context): Promise<Response> {
  const signals = [world.closing, context.req.raw.signal];
  if (!signals.some((signal) => signal.aborted)) {
    await new Promise<void>((resolve) => {
      for (const signal of signals) signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
  return droppedConnection();
}

/** Sends half of the body and then fails, which ends the connection. */
async function cutShort(answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(new Error('cut'));
      else controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)));
      sent = true;
    },
  });
  const headers = new Headers(answer.headers);
  headers.set('content-length', String(bytes.length));
  return new Response(body, { status: answer.status, headers });
}

/** Changes the JSON object of a good answer, or every element of its array. */
async function altered(answer: Response, change: (told: object) => object): Promise<Response> {
  if (answer.status !== 200) return answer;
  const told: unknown = await answer.json();
  if (Array.isArray(told)) return Response.json(told.map((one) => change(one as object)));
  return Response.json(change(told as object));
}
