import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../testing/free-port.ts';

/** For tests: a PgBouncer that lends the connections of a server by transaction. */
export interface TestPooler {
  /** the address of a database behind it */
  of(url: string): string;
  close(): Promise<void>;
}

const PROGRAM = '/usr/sbin/pgbouncer';

/** Whether Debian's package is installed. */
export const hasPgBouncer = (): boolean => existsSync(PROGRAM);

export async function startPgBouncer(server: string): Promise<TestPooler> {
  const { hostname, port, username, password } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-pgbouncer-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const own = await freePort();
  // Fewer connections than a companion opens, so that they are lent in turns.
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port || 5432} user=${username}${password && ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  );
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PROGRAM, [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    child.stderr.on('data', (data: Buffer) => {
      printed += String(data);
      if (printed.includes('process up')) resolve();
    });
    child.once('exit', () => reject(new Error(printed)));
  });
  return {
    of(url) {
      const address = new URL(url);
      address.hostname = '127.0.0.1';
      address.port = String(own);
      return address.href;
    },
    async close() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
