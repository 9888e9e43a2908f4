import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { environment, fail, root, run, say } from './toolchain.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium: the machine's own, else Debian's package when we are root, else the one that Playwright fetches. @returns {string} its path. */
export function findBrowser(node) {
  const present = () => [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
  const own = present();
  if (own) return own;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('installing Chromium (apt-get)');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'inherit' });
    const installed = present();
    if (installed) return installed;
  }
  say('fetching Chromium (Playwright)');
  run(node, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { env: environment(node) });
  const asked = spawnSync(node, ['-e', "console.log(require('@playwright/test').chromium.executablePath())"], {
    cwd: root,
    encoding: 'utf8',
  });
  return asked.stdout.trim() || fail('no Chromium for the tests in a browser; install one, or name it in CHROMIUM');
}
