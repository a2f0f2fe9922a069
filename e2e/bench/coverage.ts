import { Session } from 'node:inspector';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/**
 * Preloaded into a process (`--import`): answers on the loopback port `COVERAGE_PORT`, as a JSON array, with the files in
 * which a named function ran since the last request. A module's own top level does not count.
 */
interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

createServer((_, answer) => {
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    answer.writeHead(error ? 500 : 200).end(error ? error.message : JSON.stringify(entered(coverage)));
  });
})
  .listen(Number(process.env['COVERAGE_PORT']), '127.0.0.1')
  .unref();

function entered({ result }: Coverage): string[] {
  return result
    .filter(({ url }) => url.startsWith('file:'))
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    )
    .map(({ url }) => fileURLToPath(url));
}
