import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifyContractRouter } from '@orpc/contract';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig, minifySync, type Plugin } from 'vite';

/** The server that `vite` uses in development; in production the server itself serves the built web app. */
const server = process.env.SERVER_URL ?? 'http://localhost:3000';
/** Shared parts of screens, and the number of screens from which a part counts as shared. */
const SHARED = /\/node_modules\/@(mantine|tabler)\/|\/src\/(components|lib)\//;
const SHARED_BY = 8;
/** The parts of Mantine that the calendar needs; anything else it needs is in its own file. */
const MANTINE_PARTS =
  'Alert|CloseButton|Combobox|Drawer|Group|Input|InputBase|Kbd|Loader|Modal|ModalBase|Pill|Popover|ScrollArea|' +
  'SegmentedControl|Select|Skeleton|Stack|Table|Text|TextInput|Tooltip|VisuallyHidden';
const OWN_PARTS =
  '(card|confirm-dialog|empty-state|error-state|heading|hint|notice|relative-time|toasts|undo-toast)\\.|' +
  'keys/|list-page/filter-|status/';
const PARTS = new RegExp(`/@mantine/core/esm/components/(${MANTINE_PARTS})/|/src/components/(${OWN_PARTS})`);
const serverPaths = ['/api', '/actions', '/simulator', '/health'];

/** The server writes facts into the page that it serves; Vite does the same in development. */
const pageFacts: Plugin = {
  name: 'page-facts',
  apply: 'serve',
  async transformIndexHtml(html) {
    const page = await fetch(server).then((answer) => answer.text());
    return html.replace(/<html[^>]*>/, /<html[^>]*>/.exec(page)?.[0] ?? '<html>');
  },
};

/** Fonts are available by the first paint, or not used on this page, so that no text changes its width later. */
const fontsInTime: Plugin = {
  name: 'fonts-in-time',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('@fontsource-variable/') ? code.replaceAll('font-display: swap', 'font-display: optional') : null,
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const latin = Object.keys(bundle).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${latin}`, crossorigin: '' };
      return latin ? [{ tag: 'link', attrs, injectTo: 'head-prepend' }] : [];
    },
  },
};

/**
 * The page needs the web API contract's addresses, but not the validation schemas: creating those in every page takes
 * 80 ms.
 */
const contractAddresses: Plugin = {
  name: 'contract-addresses',
  async load(id) {
    if (!id.endsWith('/packages/contracts/src/index.ts')) return null;
    const { contract } = await import('@switchyard/contracts');
    const addresses = JSON.stringify(minifyContractRouter(contract), (key, value) =>
      // Descriptions are for the documentation, and the server checks rights.
      key === '~orpc' ? { ...value, meta: {}, route: { ...value.route, summary: undefined, tags: undefined } } : value,
    );
    return `export const contract = ${addresses};`;
  },
};

/** Scripts in `public` are copied as written, minus comments and white space. */
const shortPublicScripts: Plugin = {
  name: 'short-public-scripts',
  apply: 'build',
  writeBundle({ dir = '' }) {
    for (const name of readdirSync(dir).filter((file) => file.endsWith('.js'))) {
      const file = join(dir, name);
      writeFileSync(file, minifySync(name, readFileSync(file, 'utf8')).code);
    }
  },
};

/** The server's time zone data, which are those of this Node.js, for `src/lib/zones/zone-changes.ts`. */
const zoneData = (): Plugin => ({
  name: 'zone-data',
  apply: 'build',
  async load(id) {
    if (!id.endsWith('/lib/zones/zone-changes.ts')) return null;
    const { findZoneChanges } = await import('./src/lib/zones/zone-changes.ts');
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
    // Many zones share their changes.
    const groups = Object.entries(Object.groupBy(zones, (zone) => JSON.stringify(findZoneChanges(zone))));
    return `const groups = ${JSON.stringify(groups.map(([changes, names]) => [names, JSON.parse(changes)]))};
      const changesByZone = new Map(groups.flatMap(([names, changes]) => names.map((name) => [name, changes])));
      export const findZoneChanges = (zone) => changesByZone.get(zone);`;
  },
});

export default defineConfig({
  plugins: [
    process.env.VITEST ? null : pageFacts,
    fontsInTime,
    contractAddresses,
    zoneData(),
    shortPublicScripts,
    // Tests render no routes, and must not write the route tree.
    process.env.VITEST
      ? null
      : tanstackRouter({
          target: 'react',
          autoCodeSplitting: true,
          quoteStyle: 'single',
          semicolons: true,
          // Loaders are split off too: they use the API client, which the signed-out screens must not load.
          codeSplittingOptions: {
            defaultBehavior: [['component', 'pendingComponent'], ['loader'], ['errorComponent', 'notFoundComponent']],
          },
          routeFileIgnorePattern: '\\.test\\.',
        }),
    react(),
  ],
  worker: { plugins: () => [zoneData()] },
  css: { postcss: { plugins: [mantine()] } },
  server: {
    proxy: {
      ...Object.fromEntries(serverPaths.map((path) => [path, { target: server, changeOrigin: false }])),
      // A GET of it is the screen.
      '/btgpt': {
        target: server,
        changeOrigin: false,
        bypass: ({ method }) => (method === 'GET' ? '/index.html' : undefined),
      },
      '/mqtt': { target: server, ws: true, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    // The list of every screen's chunks, with a hash each, would add several kilobytes to the first script that
    // visitors load. Only the console's chunks are listed: each requests the next, and one after another they would
    // arrive up to 300 ms later, while thousands of pods arrive.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, chunks) => (/\/(k8s-analyzer|cluster-optimizer)/.test(file) ? chunks : []),
    },
    sourcemap: true,
    // Inline assets would need data: in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // One file each for the login page's code, which every other page also loads, and for what all screens behind
        // the sign-in load in addition. As a hundred files, each compressed separately and requested by the previous
        // one, it is a twentieth larger and arrives up to a second later on a busy machine. A module goes into the
        // first group here that accepts it.
        codeSplitting: {
          groups: [
            { name: 'start', priority: 5, test: /\/src\/(main\.tsx|router\.ts|routes\/_loggedOut\/login\.tsx)/ },
            {
              name: 'frame',
              priority: 4,
              test: /\/src\/(routes\/_authenticated\.tsx|components\/app-frame\/(?!search\.))/,
            },
            // What the first screen after sign-in shares with many others.
            { name: 'parts', priority: 3, test: PARTS, minShareCount: SHARED_BY },
            { name: 'calendar', priority: 2, test: /\/src\/features\/messages\/calendar\/calendar-page\.tsx/ },
            {
              name: 'after',
              priority: 2,
              test: /\/src\/(features\/messages\/first-steps\/below|features\/notifications\/components\/bell|lib\/live\/open-mqtt)/,
            },
            // What many other screens are built from.
            { name: 'shared', priority: 1, test: SHARED, minShareCount: SHARED_BY },
          ],
        },
      },
    },
  },
});
