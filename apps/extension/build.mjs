import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { build } from 'vite';

// `npm run extension`: builds the browser extension into `dist/unpacked`, and a reproducible zip of it. `build.mjs
// FOLDER
// WORKER` builds into another folder, with a test's worker.

const here = import.meta.dirname;
const [into = join(here, 'dist'), background = join(here, 'src/background/background.ts')] = process.argv.slice(2);
const dist = resolve(into);
// Source names in the output are relative to this folder, so that the build is the same from any location.
process.chdir(join(here, '../..'));
const unpacked = join(dist, 'unpacked');
/** Time stamp of every file in the zip. */
const MADE = new Date(Date.UTC(2026, 0, 1));
const WA_JS = 'wppconnect-wa.js';
/** Our scripts, each bundled into a single file that loads nothing else. */
const SCRIPTS = {
  background,
  bridge: 'src/content/bridge.ts',
  'wpp-config': 'src/page/wpp-config.ts',
  page: 'src/page/page.ts',
  popup: 'src/popup/popup.ts',
  privacy: 'src/popup/privacy.ts',
};

/** Browser replacements for what parts of the engine import from Node.js. */
const inBrowser = {
  name: 'in-browser',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:timers/promises' ? '\0timers' : null),
  load: (id) =>
    id === '\0timers'
      ? 'export const setTimeout = (ms, value) => new Promise((resolve) => globalThis.setTimeout(resolve, ms, value));'
      : null,
};

async function buildScript([name, entry]) {
  await build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [inBrowser],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: unpacked,
      emptyOutDir: false,
      target: 'chrome120',
      // Only the large worker is minified; store reviewers can read the other scripts.
      minify: name === 'background',
      lib: { entry: resolve(here, entry), formats: ['iife'], name: 'switchyard', fileName: () => `${name}.js` },
    },
  });
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(unpacked, { recursive: true });
for (const script of Object.entries(SCRIPTS)) await buildScript(script);
copyFileSync(createRequire(import.meta.url).resolve('@wppconnect/wa-js'), join(unpacked, WA_JS));
copyFileSync(join(here, 'manifest.json'), join(unpacked, 'manifest.json'));
for (const folder of ['src/popup', 'icons']) {
  for (const file of readdirSync(join(here, folder))) {
    if (!file.endsWith('.ts')) copyFileSync(join(here, folder, file), join(unpacked, file));
  }
}

cpSync(join(here, '_locales'), join(unpacked, '_locales'), { recursive: true });

const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)))
  .sort();
configure({ useWebWorkers: false });
const writer = new ZipWriter(new Uint8ArrayWriter(), { extendedTimestamp: false, lastModDate: MADE, level: 9 });
for (const file of files) await writer.add(file, new Uint8ArrayReader(readFileSync(join(unpacked, file))));
const { version } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'));
const zip = join(dist, `switchyard-extension-${version}.zip`);
writeFileSync(zip, await writer.close());

const kilobytes = (bytes) => `${Math.round(bytes / 1024)} KB`;
const ours = Object.keys(SCRIPTS).reduce(
  (sum, name) => sum + gzipSync(readFileSync(join(unpacked, `${name}.js`))).length,
  0,
);
console.log(`${zip}: ${kilobytes(statSync(zip).size)}; our scripts ${kilobytes(ours)} compressed`);
