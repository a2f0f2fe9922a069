import { type ChildProcess, spawn } from 'node:child_process';

export interface RunningDemo {
  shop: string;
  companion: string;
  sandbox: string;
  /** milliseconds from the start until the addresses were printed */
  startMs: number;
  /** everything printed so far, both streams */
  output(): string;
  /** @throws Error if the demo does not end by itself within ten seconds; it is then killed */
  close(): Promise<void>;
}

const PATIENCE_MS = 10_000;

/**
 * Starts shop, companion and a strict sandbox on free ports, in their own process, from the program made by
 * `bundle-demo.ts` if there is one.
 * @param env settings in addition to those of this process
 * @throws Error with the output if the demo ends instead of starting
 */
export async function runDemo(env: Record<string, string> = {}): Promise<RunningDemo> {
  const start = performance.now();
  const bundled = process.env['DEMO_PROGRAM'];
  const program = bundled ? [bundled] : ['--import', 'tsx', 'demo/start.ts'];
  const child = spawn(process.execPath, program, {
    env: { ...process.env, PORT: '0', SANDBOX_PORT: '0', SHOP_PORT: '0', STRICT: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (printed += data.toString()));
  }
  await untilPrinted(child, () => /sandbox\s+http\S+\s/.test(printed)).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${printed}`);
  });
  const address = (name: string) => new RegExp(`^\\s*${name}\\s+(http\\S+)`, 'm').exec(printed)?.[1] ?? '';
  return {
    shop: address('shop'),
    companion: address('companion'),
    sandbox: address('sandbox'),
    startMs: performance.now() - start,
    output: () => printed,
    close: () => end(child),
  };
}

function untilPrinted(child: ChildProcess, isThere: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (isThere()) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the demo ended with ${code}`)));
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('the demo did not end by SIGTERM'));
    }, PATIENCE_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
