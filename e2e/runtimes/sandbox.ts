import { gatewaySettings, type Secrets } from '../support/built-companion.ts';
import { type ServerProcess, startServer } from '../support/process.ts';

/** Starts the built sandbox in a process of its own. */
export const startSandbox = (secrets: Secrets): Promise<ServerProcess> =>
  startServer([process.execPath, 'dist/server/sandbox/node.js'], {
    ...gatewaySettings(secrets),
    STRICT: 'true',
  });
