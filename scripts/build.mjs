import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, fail, root, say } from './toolchain.mjs';

const shared = ['packages', 'package-lock.json', 'scripts/build.mjs'];
/** Parts with their inputs and build commands. A part is rebuilt only if its inputs have changed. */
const PARTS = [
  {
    name: 'web',
    inputs: ['apps/web', 'scripts/compress.mjs', ...shared],
    steps: [
      ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn'],
      ['scripts/compress.mjs', 'apps/web/dist'],
    ],
    entry: 'apps/web/index.html',
  },
  {
    name: 'server',
    inputs: ['apps/server/src', 'scripts/bundle.mjs', ...shared],
    steps: [['scripts/bundle.mjs', 'server']],
    entry: 'apps/server/src/main.ts',
  },
  {
    name: 'engine',
    inputs: ['apps/engine/src', 'scripts/bundle.mjs', ...shared],
    steps: [['scripts/bundle.mjs', 'engine']],
    entry: 'apps/engine/src/main.ts',
  },
];
const IGNORED = new Set(['node_modules', 'dist', 'test']);

/** Builds the changed parts in parallel. @param names parts to build; defaults to all */
export async function build(node, names = PARTS.map(({ name }) => name)) {
  const parts = PARTS.filter(({ name, entry }) => names.includes(name) && existsSync(join(root, entry)));
  await Promise.all(parts.map((part) => buildPart(node, part)));
}

async function buildPart(node, { name, inputs, steps }) {
  const stamp = join(root, 'apps', name, 'dist', '.inputs');
  const now = fingerprint(inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  say(`building the ${name}`);
  rmSync(stamp, { force: true });
  for (const step of steps) await finish(node, step);
  writeFileSync(stamp, now);
}

function finish(node, [script, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(node, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: environment(node),
    });
    child.once('error', (error) => fail(`${script}: ${error.message}`));
    child.once('exit', (code) => (code === 0 ? resolve() : fail(`${script} failed`)));
  });
}

/** Returns a hash of the contents of files and folders, without tests. */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    for (const name of listFiles(full))
      hash
        .update(`${path}${name}\0`)
        .update(readFileSync(full + name))
        .update('\0');
  };
  paths.forEach(add);
  return hash.digest('hex');
}

/** Returns the paths below `base`, each with a leading slash, or the empty path if it is a file. */
function listFiles(base, below = '') {
  let entries;
  try {
    entries = readdirSync(base + below, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [below];
    throw error;
  }
  return entries
    .filter(({ name }) => !IGNORED.has(name) && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(base, `${below}/${entry.name}`) : [`${below}/${entry.name}`]));
}

// `node scripts/build.mjs NAME…`. At the end because it needs everything above.
if (import.meta.main) await build(process.execPath, process.argv.slice(2));
