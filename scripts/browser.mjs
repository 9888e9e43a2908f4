import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { environment, fail, root, run, say } from './toolchain.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const SHELL = '/usr/bin/chromium-headless-shell';
/** A machine without a network is told so in this time, and goes on with the browser that it has. */
const APT_LIMITS = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

/** A Chromium: the machine's own, else Debian's package when we are root, else the one that Playwright fetches. @returns {string} its path. */
export function findBrowser(node) {
  const present = () => [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
  const own = present();
  if (own) return own;
  install('chromium');
  const installed = present();
  if (installed) return installed;
  say('fetching Chromium (Playwright)');
  run(node, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { env: environment(node) });
  const asked = spawnSync(node, ['-e', "console.log(require('@playwright/test').chromium.executablePath())"], {
    cwd: root,
    encoding: 'utf8',
  });
  return asked.stdout.trim() || fail('no Chromium for the tests in a browser; install one, or name it in CHROMIUM');
}

/**
 * Chromium's headless shell, which shows a page with half the work of a whole browser (decision 155), from where `findBrowser` takes
 * Chromium; else a whole one. `CHROMIUM` decides where it is set. @returns {string} its path.
 */
export function findHeadlessBrowser(node) {
  if (process.env.CHROMIUM) return findBrowser(node);
  if (!existsSync(SHELL)) install('chromium-headless-shell');
  return existsSync(SHELL) ? SHELL : findBrowser(node);
}

/** Installs a package of Debian, where there are such and we may. */
function install(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say(`installing ${name} (apt-get)`);
  const get = (...args) => spawnSync('apt-get', ['-qq', ...APT_LIMITS, ...args], { stdio: 'inherit' }).status === 0;
  const wanted = ['install', '-y', '--no-install-recommends', name];
  // The lists that the machine has may do, and fetching them takes as long as the package.
  if (!get(...wanted) && get('update')) get(...wanted);
}
