/**
 * The imitated gateway (`pay-form/sandbox`): all endpoints of the interface document, the hosted page, 3-D Secure and
 * signed webhooks. In memory; no real money. README.md beside this file lists its cards and faults.
 *
 * ```ts
 * const sandbox = await startSandbox({ port: 0, settings: { strict: true } }); // or createSandbox(), without a port
 * sandbox.url; sandbox.credentials; await sandbox.close();
 * ```
 */
export { createSandbox, type Sandbox, type SandboxApp } from './app.ts';
export { TEST_CARDS } from './scenarios.ts';
export type { SandboxSettings } from './settings.ts';
export { type RunningSandbox, startSandbox, type StartOptions } from './start.ts';
export type { SandboxCredentials, SandboxOptions } from './state.ts';
