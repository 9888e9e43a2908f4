// kubectl for the tests of the local cluster: the machine's own, else Debian's package when we may install it.
import { spawnSync } from 'node:child_process';
import { say } from './toolchain.mjs';

const works = () => spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore', timeout: 30_000 }).status === 0;

/** Makes sure that kubectl is there. @returns whether it is; when not, it has been said what is not tested for it. */
export function haveKubectl() {
  if (works()) return true;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0) {
    say('installing kubectl');
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    const install = () =>
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'kubernetes-client'], quiet);
    if (install().status !== 0) {
      spawnSync('apt-get', ['update'], quiet);
      install();
    }
    if (works()) return true;
  }
  say('there is no kubectl on this machine and none can be installed: the local cluster is NOT tested with it');
  return false;
}
