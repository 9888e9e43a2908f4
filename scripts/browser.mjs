import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages } from './debian.mjs';
import { environment, fail, root, run, say } from './toolchain.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Finds a Chromium: the machine's own, else Debian's package if run as root, else the one fetched by Playwright.
 * @returns {string} its path
 */
export function findBrowser(node) {
  const findInstalled = () => [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
  const found = findInstalled();
  if (found) return found;
  installPackages('chromium');
  const installed = findInstalled();
  if (installed) return installed;
  say('fetching Chromium (Playwright)');
  run(node, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { env: environment(node) });
  const fetched = spawnSync(node, ['-e', "console.log(require('@playwright/test').chromium.executablePath())"], {
    cwd: root,
    encoding: 'utf8',
  });
  return fetched.stdout.trim() || fail('no Chromium for the browser tests; install one, or set its path in CHROMIUM');
}

/**
 * Finds Chromium's headless shell, which needs half the CPU of a full browser (decision 155), in the same places as
 * `findBrowser`; falls back to a full browser. `CHROMIUM` takes precedence.
 * @returns {string} its path
 */
export function findHeadlessBrowser(node) {
  if (process.env.CHROMIUM) return findBrowser(node);
  if (!existsSync(SHELL)) installPackages('chromium-headless-shell');
  return existsSync(SHELL) ? SHELL : findBrowser(node);
}
