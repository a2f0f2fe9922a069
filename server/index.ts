/**
 * The companion (`pay-form/server`), standalone or inside the merchant's own server.
 *
 * ```ts
 * const companion = await createCompanion(readSettings(process.env))
 * app.all('/pay/*', (c) => companion.fetch(c.req.raw, c.env)) // Hono; Express: app.use('/pay', companion.handler)
 * companion.start()
 * ```
 *
 * docs/server.md has complete programs.
 */
export type { LogEvent } from './payments/log-events.ts';
export { type CompanionOptions, createCompanion, type MountedCompanion } from './companion.ts';
export { BodyConsumedError, type NodeHandler } from './node/node-handler.ts';
export type { Log } from './payments/ports.ts';
export type { PeerSource } from './node/peer-address.ts';
export type { WidgetFile } from './routes/widget.ts';
export { readSettings, type Settings, SettingsError } from './settings.ts';
export { type Companion, startCompanion } from './node/start.ts';
