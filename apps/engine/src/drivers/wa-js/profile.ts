import { mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Chromium's mark that a profile is open: a link to `HOST-PID`. */
const LOCK = 'SingletonLock';
/** A link into a folder of Chromium's own among the temporary files. */
const SOCKET = 'SingletonSocket';
const SOCKET_FOLDER = /^\.?org\.chromium\./;
const LOCK_FILES = [LOCK, SOCKET, 'SingletonCookie'];
/** Names the driver instance that opened the profile last. */
const OWNER = 'switchyard-owner';
const KILL_WAIT_MS = 5_000;

/** Another instance of the engine has opened the profile since. */
export class ProfileTaken extends Error {
  override readonly name = 'ProfileTaken';
}

export interface ProfileLock {
  host: string;
  pid: number;
}

/**
 * The browser profile of one engine, with its login to WhatsApp. For one Chromium at a time; the engine's lease decides
 * whose.
 */
export class Profile {
  readonly directory: string;
  readonly #owner: string;
  #opened = false;

  /** @param owner random for each driver instance */
  constructor(directory: string, owner: string) {
    this.directory = directory;
    this.#owner = owner;
  }

  /**
   * Frees the folder for our own Chromium. The first time it is taken over from any earlier owner, on this or another
   * host; later only if nobody has taken it over from us. `proveLease` rejects unless we hold the engine's lease;
   * without the lease, no lock is touched.
   * @throws ProfileTaken
   */
  async claim(proveLease: () => Promise<void>): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    if (this.#opened && (await this.#ownerNow()) !== this.#owner) {
      throw new ProfileTaken('another process of this engine has opened its browser profile');
    }
    const lock = await this.lock();
    if (lock) {
      await proveLease().catch((error: Error) => {
        throw new Error(`the browser profile is in use on ${lock.host}, and the lease is not ours: ${error.message}`);
      });
      await writeFile(join(this.directory, OWNER), this.#owner);
      if (lock.host === hostname()) await endBrowser(lock.pid, this.directory);
      if (lock.host === hostname()) await removeSocket(this.directory);
      for (const name of LOCK_FILES) await rm(join(this.directory, name), { force: true });
    } else await writeFile(join(this.directory, OWNER), this.#owner);
    this.#opened = true;
  }

  /** The current user of the profile according to Chromium's own mark; null if there is none. */
  async lock(): Promise<ProfileLock | null> {
    const text = await readlink(join(this.directory, LOCK)).catch(() => null);
    const [, host, pid] = /^(.*)-(\d+)$/.exec(text ?? '') ?? [];
    return host === undefined ? null : { host, pid: Number(pid) };
  }

  /** Kills our own Chromium. */
  async kill(): Promise<void> {
    const lock = await this.lock();
    if (lock?.host === hostname() && (await this.#ownerNow()) === this.#owner)
      await endBrowser(lock.pid, this.directory);
  }

  async #ownerNow(): Promise<string | null> {
    return readFile(join(this.directory, OWNER), 'utf8').catch(() => null);
  }
}

/** Kills a browser left behind by an earlier process, if the pid still belongs to a Chromium on this profile. */
async function endBrowser(pid: number, directory: string): Promise<void> {
  const isOurs = async () => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.split('\0').includes(`--user-data-dir=${directory}`);
  };
  if (!(await isOurs())) return;
  process.kill(pid, 'SIGKILL');
  const deadlineMs = performance.now() + KILL_WAIT_MS;
  while (performance.now() < deadlineMs && (await isOurs())) await delay(20);
}

/** Removes the socket folder that a killed browser left among the temporary files. */
async function removeSocket(directory: string): Promise<void> {
  const socket = await readlink(join(directory, SOCKET)).catch(() => null);
  if (socket === null) return;
  const folder = dirname(socket);
  if (SOCKET_FOLDER.test(basename(folder))) await rm(folder, { recursive: true, force: true });
}
