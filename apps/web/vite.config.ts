import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifyContractRouter } from '@orpc/contract';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig, minifySync, type Plugin } from 'vite';

/** Where `vite` in development finds the server; the built web app is served by the server itself. */
const server = process.env.SERVER_URL ?? 'http://localhost:3000';
/** Parts of screens, and as many screens as make one of them everybody's. */
const SHARED = /\/node_modules\/@(mantine|tabler)\/|\/src\/(components|lib)\//;
const SHARED_BY = 8;
/** Those that the calendar needs; whatever else it needs of them is in its own file. */
const MANTINE_PARTS =
  'Alert|CloseButton|Combobox|Drawer|Group|Input|InputBase|Kbd|Loader|Modal|ModalBase|Pill|Popover|ScrollArea|' +
  'SegmentedControl|Select|Skeleton|Stack|Table|Text|TextInput|Tooltip|VisuallyHidden';
const OWN_PARTS =
  '(card|confirm-dialog|empty-state|error-state|heading|hint|notice|relative-time|toasts|undo-toast)\\.|' +
  'keys/|list-page/filter-|status/';
const PARTS = new RegExp(`/@mantine/core/esm/components/(${MANTINE_PARTS})/|/src/components/(${OWN_PARTS})`);
const served = ['/api', '/actions', '/simulator', '/health'];

/** The server writes facts into the page that it serves; Vite's page in development gets the same. */
const pageFacts: Plugin = {
  name: 'page-facts',
  apply: 'serve',
  async transformIndexHtml(html) {
    const page = await fetch(server).then((answer) => answer.text());
    return html.replace(/<html[^>]*>/, /<html[^>]*>/.exec(page)?.[0] ?? '<html>');
  },
};

/** The letters of the first paint are there by then, or not used on this page: none of it changes its width later. */
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
 * Of the web API's contract the page needs the addresses, not the schemas that the server checks by: making those anew
 * in every page takes 80 ms.
 */
const contractAddresses: Plugin = {
  name: 'contract-addresses',
  async load(id) {
    if (!id.endsWith('/packages/contracts/src/index.ts')) return null;
    const { contract } = await import('@switchyard/contracts');
    const addresses = JSON.stringify(minifyContractRouter(contract), (key, value) =>
      // Words are for those who read the documentation, and rights are the server's to check.
      key === '~orpc' ? { ...value, meta: {}, route: { ...value.route, summary: undefined, tags: undefined } } : value,
    );
    return `export const contract = ${addresses};`;
  },
};

/** Scripts of `public` are copied as they are written, with what only their readers need. */
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

/** The server's own data of time zones, which is what this Node.js has, for `src/lib/zones/zone-changes.ts`. */
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
          // Loaders are split off too: they reach for the API client, which the signed-out screens must not load.
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
      ...Object.fromEntries(served.map((path) => [path, { target: server, changeOrigin: false }])),
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
    // The list of every screen's chunks, with a hash each, would weigh several kilobytes in the first script that
    // anyone loads. The console's, which each ask for the next ones, would come up to 300 ms later one after the other,
    // while thousands of pods arrive.
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
        // In one file each: what the login page loads, which every other page loads too, and what all screens behind
        // the sign-in load beside it. In a hundred, each compressed for itself and asked for by the one before, it
        // weighs a twentieth more and comes up to a second later on a busy machine. A module is in the first group of
        // these that takes it.
        codeSplitting: {
          groups: [
            { name: 'start', priority: 5, test: /\/src\/(main\.tsx|router\.ts|routes\/_loggedOut\/login\.tsx)/ },
            {
              name: 'frame',
              priority: 4,
              test: /\/src\/(routes\/_authenticated\.tsx|components\/app-frame\/(?!search\.))/,
            },
            // What the first screen after the sign-in has in common with many others.
            { name: 'parts', priority: 3, test: PARTS, minShareCount: SHARED_BY },
            { name: 'calendar', priority: 2, test: /\/src\/features\/messages\/calendar\/calendar-page\.tsx/ },
            {
              name: 'after',
              priority: 2,
              test: /\/src\/(features\/messages\/first-steps\/below|features\/notifications\/components\/bell|lib\/live\/open-mqtt)/,
            },
            // What many other screens are made of.
            { name: 'shared', priority: 1, test: SHARED, minShareCount: SHARED_BY },
          ],
        },
      },
    },
  },
});
