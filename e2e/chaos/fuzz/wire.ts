import { connect, type Socket } from 'node:net';

/** How an exchange ended. */
export interface Exchange {
  /** everything received, as Latin-1 */
  text: string;
  /** `ended`: a complete answer, or the end of the connection. `hung`: neither. `refused`: no longer listening */
  end: 'ended' | 'hung' | 'refused';
}

const HANGS_MS = 20_000;
const MOST_BYTES = 4_194_304;

/**
 * Sends bytes over a new connection and reads until the answer is complete or the connection ends.
 * @param half whether our side ends after sending: the other side must then end as well, whatever was sent
 */
export function exchange(port: number, bytes: Buffer, half: boolean): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: '127.0.0.1' });
    let text = '';
    let isConnected = false;
    const finish = (end: Exchange['end']) => {
      clearTimeout(late);
      socket.destroy();
      resolve({ text, end });
    };
    const late = setTimeout(() => finish('hung'), HANGS_MS);
    socket.setEncoding('latin1');
    socket.once('connect', () => {
      isConnected = true;
      if (half) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on('data', (part: string) => {
      text += part;
      if (text.length > MOST_BYTES || (!half && isWhole(text))) finish('ended');
    });
    socket.once('error', () => finish(isConnected ? 'ended' : 'refused'));
    socket.once('close', () => finish('ended'));
  });
}

/** Whether an answer is complete; one with a body of unknown length ends with its connection. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  return length !== undefined && text.length >= end + 4 + Number(length);
}

/** A request before it is written on a connection. */
export interface FuzzRequest {
  method: string;
  /** with the query */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** HTTP/1.1, always with the correct body length, so that no side waits for missing bytes. */
export function bytesOf({ method, path, headers, body }: FuzzRequest): Buffer {
  const lines = Object.entries({
    host: '127.0.0.1',
    connection: 'close',
    ...headers,
    'content-length': String(body.length),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), body]);
}
