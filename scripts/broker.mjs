// A separate MQTT broker for tests and benchmarks that need one besides the server: the machine's mosquitto, else
// Debian's package if it may be installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages } from './debian.mjs';
import { say } from './toolchain.mjs';

/** Install locations that may be missing from an ordinary user's path. */
const FOLDERS = '/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin';
const isPresent = () => spawnSync('mosquitto', ['-h'], { stdio: 'ignore' }).error === undefined;

/**
 * Makes mosquitto available to all processes started from now on, or reports that it is missing. Not installed under
 * systemd, where its package would permanently enable a service.
 */
export function findBroker() {
  process.env.PATH += `:${FOLDERS}`;
  if (isPresent()) return;
  if (!existsSync('/run/systemd/system')) installPackages('mosquitto');
  if (!isPresent()) say('mosquitto is not available: two servers sharing a broker are NOT tested');
}
