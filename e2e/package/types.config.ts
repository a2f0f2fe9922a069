import { defineConfig } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const FROM = './.cache/types';

/**
 * Bundles what `tsc -p tsconfig.build.json` has written to the types of the package, which contain only what can be
 * reached from its entries. zod's are bundled too, because its code is: users need not install it.
 */
export default defineConfig({
  input: {
    widget: `${FROM}/widget/index.d.ts`,
    server: `${FROM}/server/index.d.ts`,
    contract: `${FROM}/server/contract/index.d.ts`,
    gateway: `${FROM}/server/gateway/index.d.ts`,
    sandbox: `${FROM}/server/sandbox/index.d.ts`,
  },
  output: { dir: 'dist/types', cleanDir: true },
  plugins: [dts({ dtsInput: true, emitDtsOnly: true, resolve: [/^zod/] })],
  checks: { bundlerTimings: false },
});
