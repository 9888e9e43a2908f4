import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say } from './toolchain.mjs';

/** Timeouts of apt-get, so that a machine without a network continues soon with what it has. */
const APT_LIMITS = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

/** Installs Debian packages if possible. The caller must check whether they are available afterwards. */
export function installPackages(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say(`installing ${names.join(', ')} (apt-get)`);
  // In the single-user run level packages start no services, which would keep running after the tests.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const get = (...args) =>
    spawnSync('apt-get', ['-qq', ...APT_LIMITS, ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  const wanted = ['install', '-y', '--no-install-recommends', ...names];
  // The present package lists may suffice, and fetching new ones takes as long as the package.
  if (!get(...wanted) && get('update')) get(...wanted);
}
