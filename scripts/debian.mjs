import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say } from './toolchain.mjs';

/** A machine without a network is told so in this time, and goes on with what it has. */
const APT_LIMITS = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

/**
 * Installs packages of Debian, where there are such and we may. Whether they are there then is for the caller to see.
 */
export function installPackages(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say(`installing ${names.join(', ')} (apt-get)`);
  // A package's service is not started in the single-user run level: nothing is to run on the machine that the tests
  // did not start.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const get = (...args) =>
    spawnSync('apt-get', ['-qq', ...APT_LIMITS, ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  const wanted = ['install', '-y', '--no-install-recommends', ...names];
  // The lists that the machine has may do, and fetching them takes as long as the package.
  if (!get(...wanted) && get('update')) get(...wanted);
}
