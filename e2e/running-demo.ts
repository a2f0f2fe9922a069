import { type ChildProcess, spawn } from 'node:child_process';

export interface RunningDemo {
  shop: string;
  companion: string;
  sandbox: string;
  /** milliseconds from start until the addresses were printed */
  startMs: number;
  close(): Promise<void>;
}

/** Starts shop, companion and sandbox on free ports, as a process of their own. For scripts; tests have their fixture. */
export async function runDemo(env: Record<string, string> = {}): Promise<RunningDemo> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'demo/start.ts'], {
    env: { ...process.env, PORT: '0', SANDBOX_PORT: '0', SHOP_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const text = await untilPrinted(child, /sandbox\s+http\S+/);
  const address = (name: string) => new RegExp(`${name}\\s+(http\\S+)`).exec(text)?.[1] ?? '';
  return {
    shop: address('shop'),
    companion: address('companion'),
    sandbox: address('sandbox'),
    startMs: performance.now() - start,
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function untilPrinted(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (data: Buffer) => {
      text += data.toString();
      if (wanted.test(text)) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`the demo ended with ${code}`)));
  });
}
