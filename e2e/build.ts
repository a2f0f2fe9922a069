import { execSync } from 'node:child_process';

/** `npm run build -- [name]…`: builds these parts of `dist/`, by default all of them. */
const vite = (mode: string): string => `npx vite build --mode ${mode} --logLevel warn`;
const PARTS: Readonly<Record<string, string>> = {
  widget: vite('widget'),
  bundlers: vite('bundlers'),
  demo: vite('demo'),
  server: vite('server'),
  types: 'npx tsc -p tsconfig.build.json && npx rolldown -c e2e/package/types.config.ts',
  manifest: 'npx cem analyze --quiet --config e2e/package/manifest.config.js',
};

const given = process.argv.slice(2);
const unknown = given.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  throw new Error(`no part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
for (const [name, command] of Object.entries(PARTS))
  if (given.length === 0 || given.includes(name)) execSync(command, { stdio: 'inherit' });
