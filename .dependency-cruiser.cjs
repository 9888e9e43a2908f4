/** The import directions of docs/ARCHITECTURE.md, as rules. */
const vendor = (name, packages, homes) => ({
  name: `vendor-${name}`,
  comment: `${name} is imported in one place, so that it can be replaced there`,
  severity: 'error',
  from: { pathNot: [...homes, '\\.test\\.tsx?$', '/test/', '^e2e/', '^bench/'] },
  to: { path: packages.map((one) => `node_modules/${one}(/|$)`) },
});
/** Lowest first: a domain may import those before it, through their index.ts. */
const domains = [
  'workspaces',
  'billing',
  'accounts',
  'engines',
  'contacts',
  'files',
  'messages',
  'chats',
  'campaigns',
  'bots',
  'knowledge',
  'inbox',
  'boards',
  'developer',
  'cluster',
  'agent',
];
const domainPath = (domain) => `^apps/server/src/domains/${domain}/`;

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'contracts-import-zod-and-orpc-only',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/contracts/src', 'node_modules/(zod|@orpc/contract)(/|$)'] },
    },
    {
      name: 'pure-packages-import-nothing',
      severity: 'error',
      from: { path: '^packages/(kubernetes|backoff)/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/$1/src' },
    },
    {
      name: 'local-cluster-is-only-started',
      comment: 'production code knows Kubernetes, not the one that we made',
      severity: 'error',
      from: {
        path: '^apps/',
        pathNot: ['^apps/server/src/platform/kubernetes/(start-cluster|fleet-fault)\\.ts$', '\\.test\\.ts$', '/test/'],
      },
      to: { path: '^packages/local-cluster' },
    },
    {
      name: 'sources-import-no-test-tools',
      comment: 'what only tests need is in a test folder or a *.test.ts',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: ['node_modules/(vitest|fast-check)(/|$)', '^(apps|packages)/[^/]+/test/'] },
    },
    {
      name: 'apps-do-not-import-apps',
      comment: "the engine's tests run against the real server",
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/engine/(test/|.*\\.test\\.ts$)' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    { name: 'packages-do-not-import-apps', severity: 'error', from: { path: '^packages/' }, to: { path: '^apps/' } },
    {
      name: 'platform-knows-no-domain',
      severity: 'error',
      from: { path: '^apps/server/src/platform' },
      to: { path: '^apps/server/src/(domains|app|api|worker|main)' },
    },
    {
      name: 'domains-know-no-app',
      severity: 'error',
      from: { path: '^apps/server/src/domains' },
      to: { path: '^apps/server/src/(app|api|worker|main)\\.ts' },
    },
    {
      name: 'domains-meet-at-their-index',
      comment: 'tables are shared for foreign keys and joins; everything else goes through index.ts',
      severity: 'error',
      from: { path: '^apps/server/src/domains/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/server/src/domains/',
        pathNot: ['^apps/server/src/domains/$1/', '/index\\.ts$', '\\.schema\\.ts$'],
      },
    },
    ...domains.map((domain, at) => ({
      name: `domain-order-${domain}`,
      comment: 'tables may name any table in their foreign keys',
      severity: 'error',
      from: { path: domainPath(domain), pathNot: '\\.(test|schema)\\.ts$' },
      to: { path: domains.slice(at + 1).map(domainPath) },
    })),
    {
      name: 'engine-never-touches-postgres',
      severity: 'error',
      from: { path: '^apps/engine' },
      to: { path: 'node_modules/(pg|drizzle-orm)(/|$)' },
    },
    {
      name: 'web-components-know-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/(components|lib)' },
      to: { path: '^apps/web/src/(features|routes)' },
    },
    {
      name: 'web-features-know-no-route',
      severity: 'error',
      from: { path: '^apps/web/src/features' },
      to: { path: '^apps/web/src/routes' },
    },
    {
      name: 'web-features-are-strangers',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    vendor(
      'kubernetes',
      ['@kubernetes/client-node'],
      ['^apps/server/src/platform/kubernetes', '^packages/local-cluster'],
    ),
    vendor('baileys', ['baileys'], ['^apps/engine/src/drivers/baileys', '^packages/whatsapp-simulator/src/noise']),
    vendor('wa-js', ['@wppconnect/wa-js'], ['^apps/engine/src/drivers/wa-js']),
    vendor(
      'mqtt',
      ['mqtt', 'aedes'],
      ['^apps/server/src/platform/mqtt', '^apps/engine/src/connection', '^apps/web/src/lib/live'],
    ),
    vendor('spreadsheet', ['@e965/xlsx'], ['^apps/web/src/features/messages/workbook']),
    vendor('sign-in', ['better-auth'], ['^apps/server/src/domains/accounts']),
    vendor('file-types', ['file-type'], ['^apps/server/src/domains/files']),
    vendor('jobs', ['pg-boss'], ['^apps/server/src/platform']),
    vendor('mail', ['nodemailer'], ['^apps/server/src/platform/mail']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['dist/', 'routeTree\\.gen\\.ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
