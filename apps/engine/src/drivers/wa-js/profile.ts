import { mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Where Chromium writes that a profile is open: a link to `HOST-PID`. */
const LOCK = 'SingletonLock';
/** A link into a folder of Chromium's own among the temporary files. */
const SOCKET = 'SingletonSocket';
const SOCKET_FOLDER = /^\.?org\.chromium\./;
const LOCK_FILES = [LOCK, SOCKET, 'SingletonCookie'];
/** Which life of a driver opened the profile last. */
const OWNER = 'switchyard-owner';
const KILL_WAIT_MS = 5_000;

/** Another life of the engine has opened the profile since. */
export class ProfileTaken extends Error {
  override readonly name = 'ProfileTaken';
}

export interface ProfileLock {
  host: string;
  pid: number;
}

/** The browser profile of one engine: its login to WhatsApp. One Chromium at a time; the engine's lease says whose. */
export class Profile {
  readonly directory: string;
  readonly #owner: string;
  #opened = false;

  /** `owner`: random for each life of a driver. */
  constructor(directory: string, owner: string) {
    this.directory = directory;
    this.#owner = owner;
  }

  /**
   * Makes the folder free for a Chromium of ours. The first time it is taken over from whoever had it, here or on
   * another host; later only if nobody took it over from us. `proveLease` rejects unless the engine's lease is ours:
   * without it, nobody's lock is touched.
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

  /** Who has the profile open, by Chromium's own mark; null: nobody. */
  async lock(): Promise<ProfileLock | null> {
    const text = await readlink(join(this.directory, LOCK)).catch(() => null);
    const [, host, pid] = /^(.*)-(\d+)$/.exec(text ?? '') ?? [];
    return host === undefined ? null : { host, pid: Number(pid) };
  }

  /** Ends a Chromium of ours that is not let finish. */
  async kill(): Promise<void> {
    const lock = await this.lock();
    if (lock?.host === hostname() && (await this.#ownerNow()) === this.#owner)
      await endBrowser(lock.pid, this.directory);
  }

  async #ownerNow(): Promise<string | null> {
    return readFile(join(this.directory, OWNER), 'utf8').catch(() => null);
  }
}

/** Kills a browser that an earlier process left behind, if the number is still that of a Chromium on this profile. */
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

/** Removes what a killed browser left among the temporary files: the folder with its socket. */
async function removeSocket(directory: string): Promise<void> {
  const socket = await readlink(join(directory, SOCKET)).catch(() => null);
  if (socket === null) return;
  const folder = dirname(socket);
  if (SOCKET_FOLDER.test(basename(folder))) await rm(folder, { recursive: true, force: true });
}
