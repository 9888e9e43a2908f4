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
 * A Chromium: the machine's own, else Debian's package when we are root, else the one that Playwright fetches.
 * @returns {string} its path.
 */
export function findBrowser(node) {
  const present = () => [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
  const own = present();
  if (own) return own;
  installPackages('chromium');
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
 * Chromium's headless shell, which shows a page with half the work of a whole browser (decision 155), from where
 * `findBrowser` takes Chromium; else a whole one. `CHROMIUM` decides where it is set.
 * @returns {string} its path.
 */
export function findHeadlessBrowser(node) {
  if (process.env.CHROMIUM) return findBrowser(node);
  if (!existsSync(SHELL)) installPackages('chromium-headless-shell');
  return existsSync(SHELL) ? SHELL : findBrowser(node);
}
