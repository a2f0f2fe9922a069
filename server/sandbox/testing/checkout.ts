import { type Harness, hosted } from './sandbox.ts';

/** Opens a hosted page and returns its address. */
export async function checkout(sandbox: Harness, body: unknown = hosted()): Promise<string> {
  const response = await sandbox.post('/api/v1/payment', body);
  return response.headers.get('location') ?? '';
}

/** The hidden `attempt` of a page's form. */
export async function attemptOf(sandbox: Harness, url: string): Promise<string> {
  const text = await (await sandbox.get(url, {})).text();
  return /name="attempt" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

/** Types a card into a page and sends the form. */
export async function pay(
  sandbox: Harness,
  url: string,
  number: string,
  more: Record<string, string> = {},
): Promise<Response> {
  const fields = {
    attempt: await attemptOf(sandbox, url),
    cc_number: number,
    exp: '12/30',
    cvv: '123',
    ...more,
  };
  return sandbox.submit(url, fields);
}
