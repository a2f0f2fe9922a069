// The import rules of ARCHITECTURE.md, as a check.
const tests = '\\.test\\.ts$|/testing/|^server/tests/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'widget-stands-alone',
      comment:
        'The widget may see of the server: what both check and show (address.ts, card.ts, money.ts, amount-text.ts, ascii-digits.ts, customer-fields.ts, customer-inputs.ts, decline-reason.ts, language.ts), the types of the contract, and, in its tests, their fixtures.',
      severity: 'error',
      from: { path: '^widget/' },
      to: {
        path: '^(server|demo|e2e)/',
        pathNot:
          '^server/contract/(address|card|money|amount-text|ascii-digits|customer-fields|customer-inputs|decline-reason|language|checkout-api|problem|words)\\.ts$|^server/contract/testing/',
      },
    },
    {
      name: 'widget-carries-only-lit',
      severity: 'error',
      from: { path: '^widget/', pathNot: tests },
      to: { path: 'node_modules', pathNot: 'node_modules/(lit|@lit|lit-html|lit-element)/' },
    },
    {
      name: 'sandbox-above-the-contract-alone',
      comment:
        'The parameters are one table of the contract; the sandbox’s behaviour is its own. An independent second reading of the interface document is a double outside this repository.',
      severity: 'error',
      from: { path: '^server/sandbox/' },
      to: { path: '^(server|widget|demo|e2e)/', pathNot: '^server/(sandbox|contract)/' },
    },
    {
      name: 'payments-know-no-http-and-no-sql',
      severity: 'error',
      from: { path: '^server/payments/', pathNot: tests },
      to: { path: '^server/', pathNot: '^server/(payments|contract)/' },
    },
    {
      name: 'payments-carry-no-framework',
      severity: 'error',
      from: { path: '^server/payments/', pathNot: tests },
      to: { path: 'node_modules/(hono|@hono|libsql)/' },
    },
    {
      name: 'orders-are-pure',
      comment: 'No clock and no I/O: what an order is follows from its journal.',
      severity: 'error',
      from: { path: '^server/payments/order/', pathNot: tests },
      to: { pathNot: '^server/(payments/order|contract)/' },
    },
    {
      name: 'gateway-and-store-below-the-rules',
      severity: 'error',
      from: { path: '^server/(gateway|store)/', pathNot: tests },
      to: {
        path: '^server/',
        pathNot: '^server/(gateway|store|contract)/|^server/payments/(ports\\.ts|gateway-port\\.ts|order/)',
      },
    },
    {
      name: 'gateway-and-store-stay-apart',
      severity: 'error',
      from: { path: '^server/(gateway|store)/' },
      to: { path: '^server/(gateway|store)/', pathNot: '^server/$1/' },
    },
    {
      name: 'routes-through-payments',
      severity: 'error',
      from: { path: '^server/(routes|middleware)/', pathNot: tests },
      to: { path: '^server/(gateway|store|sandbox)/' },
    },
    {
      name: 'middleware-below-routes',
      comment: 'What both show stands in pages/, one level lower.',
      severity: 'error',
      from: { path: '^server/middleware/', pathNot: tests },
      to: { path: '^server/routes/' },
    },
    {
      name: 'pages-above-the-contract-alone',
      severity: 'error',
      from: { path: '^server/pages/', pathNot: tests },
      to: { path: '^server/', pathNot: '^server/(pages|contract)/' },
    },
    {
      name: 'server-without-the-widget',
      comment: 'The pages say what the tag says in the tag’s own words: a language is one file for both.',
      severity: 'error',
      from: { path: '^server/', pathNot: `${tests}|^server/pages/texts\\.ts$` },
      to: { path: '^widget/' },
    },
    {
      name: 'contract-is-the-floor',
      severity: 'error',
      from: { path: '^server/contract/' },
      to: { path: '^(server|widget|demo|e2e)/', pathNot: '^server/contract/' },
    },
    {
      name: 'fixtures-are-for-tests',
      severity: 'error',
      from: { pathNot: tests },
      to: { path: '/testing/' },
    },
    {
      name: 'e2e-through-http-only',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(server|widget|demo)/' },
    },
    {
      name: 'nobody-imports-the-demo',
      severity: 'error',
      from: { path: '^(server|widget|e2e)/' },
      to: { path: '^demo/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^e2e/consumers/apps/|node_modules/(?!(lit|@lit|lit-html|lit-element|hono|@hono|libsql|zod|jose|pino)/)',
    },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
