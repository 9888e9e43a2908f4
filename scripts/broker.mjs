// An MQTT broker of its own for what needs one beside the server: the machine's mosquitto, else Debian's package where
// we may install it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages } from './debian.mjs';
import { say } from './toolchain.mjs';

/** Where it is installed, and what an ordinary user's path may lack. */
const FOLDERS = '/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin';
const isPresent = () => spawnSync('mosquitto', ['-h'], { stdio: 'ignore' }).error === undefined;

/**
 * Makes sure that mosquitto is there, and that what we start from now on finds it; says so where it is not. Under
 * systemd its package would start a service for good, which nobody asked for.
 */
export function findBroker() {
  process.env.PATH += `:${FOLDERS}`;
  if (isPresent()) return;
  if (!existsSync('/run/systemd/system')) installPackages('mosquitto');
  if (!isPresent()) say('there is no mosquitto here: two servers on one broker are NOT tried');
}
