import { spawnSync } from 'node:child_process';

/**
 * `npm run vulnerabilities`: asks npm's registry for known vulnerabilities of the packages in the lock file. Exits 1 if one
 * of them is high or critical. If the registry does not answer, says so and exits 0: nothing is known then.
 */
const FAILING = ['high', 'critical'];
const TIMEOUT_MS = 120_000;

/** What `npm audit --json` prints: a report, or why there is none. */
interface Report {
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>;
  message?: string;
  error?: { summary?: string };
}

function audit(options: readonly string[]): Report {
  const { stdout, error } = spawnSync('npm', ['audit', '--json', ...options], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (error) return { message: error.message };
  return JSON.parse(stdout || '{}') as Report;
}

for (const [packages, options] of [
  ['shipped packages', ['--omit=dev']],
  ['all packages', []],
] as const) {
  const { vulnerabilities, message, error } = audit(options);
  if (!vulnerabilities) {
    console.log(`${packages}: NOT CHECKED, no answer from the registry: ${message || error?.summary}`);
    continue;
  }
  const found = Object.entries(vulnerabilities);
  const failing = found.filter(([, { severity }]) => FAILING.includes(severity));
  console.log(`${packages}: ${found.length} with known vulnerabilities, ${failing.length} high or critical`);
  for (const [name, { severity, range, fixAvailable }] of failing)
    console.log(`  ${severity}: ${name} ${range}${fixAvailable ? '' : ', without a fix'}`);
  if (failing.length > 0) process.exitCode = 1;
}
