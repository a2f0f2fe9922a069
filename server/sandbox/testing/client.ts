import type { SandboxSettings } from '../settings.ts';
import { type RunningSandbox, startSandbox } from '../start.ts';
import { type ReceivedWebhook, opened } from './webhook.ts';

export type Body = Record<string, unknown>;
export type Client = Awaited<ReturnType<typeof connect>>;

interface Answer {
  status: number;
  location: string | null;
  told: Body & { args?: { field_name: string }[] };
}

/** A running sandbox with these settings, and a client with its credentials. */
export async function connect(settings: Partial<SandboxSettings>) {
  const received: ReceivedWebhook[] = [];
  const lines: string[] = [];
  const sandbox: RunningSandbox = await startSandbox({
    port: 0,
    settings,
    log: (line) => lines.push(line),
    fetch: (input, init) => {
      received.push(opened(input, init, sandbox.credentials.apiSecret));
      return Promise.resolve(new Response(null));
    },
  });
  const { posId, apiKey, apiSecret, endpointsKey } = sandbox.credentials;
  const auth = { 'X-API-AUTH': `CPAY ${apiKey}:${apiSecret}`, 'X-API-KEY': endpointsKey };
  const headers = { 'content-type': 'application/json', ...auth };
  const ask = async (method: string, path: string, body: Body | null, more: object = {}): Promise<Answer> => {
    const response = await fetch(`${sandbox.url}/api/v1/${path}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...more },
      body: body && JSON.stringify({ pos_id: posId, ...body }),
    });
    const text = await response.text();
    const told = (text === '' ? {} : JSON.parse(text)) as Answer['told'];
    return { status: response.status, location: response.headers.get('location'), told };
  };
  return {
    ...sandbox,
    auth,
    received,
    lines,
    post: (path: string, body: Body, more: object = {}) => ask('POST', path, body, more),
    get: (path: string) => ask('GET', `pos/${posId}/orders/${path}`, null),
    /** the fields of the last request's violations */
    async violations() {
      const answer = await fetch(`${sandbox.url}/_sandbox/requests`);
      const { data } = (await answer.json()) as { data: { violations: { field: string }[] }[] };
      return data.at(-1)?.violations.map(({ field }) => field) ?? [];
    },
  };
}
