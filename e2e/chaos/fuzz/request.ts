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
