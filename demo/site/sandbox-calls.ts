import type { Send } from '../../server/gateway/send.ts';
import type { Sandbox } from '../../server/sandbox/app.ts';
import { brokenConnectionOf } from '../../server/sandbox/fault-answers.ts';

/** Connects the companion's client to the sandbox: a connection broken by the sandbox is an error here, too. */
export function gatewaySender({ app, baseUrl }: Sandbox, changed: () => void): Send {
  return async (url, { method, headers, body, signal }) => {
    const request = new Request(`http://localhost${url.slice(baseUrl.length)}`, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body }),
    });
    const answer = await app.fetch(request);
    if (method !== 'GET') changed();
    const broken = brokenConnectionOf(answer);
    if (broken === 'reset') throw connectionReset();
    return broken === 'cut' ? cutInHalf(answer) : answer;
  };
}

/** An answer for a visitor of one of the sandbox's pages. */
export function visitorsAnswer(answer: Response): Response {
  return brokenConnectionOf(answer) === null ? answer : Response.error();
}

async function cutInHalf(answer: Response): Promise<Response> {
  const body = new Uint8Array(await answer.arrayBuffer());
  let sent = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(connectionReset());
      else controller.enqueue(body.subarray(0, body.length / 2));
      sent = true;
    },
  });
  return new Response(stream, { status: answer.status, headers: answer.headers });
}

const connectionReset = (): Error => Object.assign(new Error('Connection reset'), { code: 'ECONNRESET' });
