import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { CredentialStore } from '../driver.ts';

/** Stores a copy of a browser profile's login, independent of the host's disk. */
export interface ProfileSnapshots {
  /** Fills an empty profile folder from the last copy; an existing login is left unchanged. */
  restore(credentials: CredentialStore, directory: string): Promise<void>;
  /** Copies a profile that no browser has open. @throws Error if it is too large */
  save(credentials: CredentialStore, directory: string): Promise<void>;
  /** Deletes the copy after the account was unlinked. */
  remove(credentials: CredentialStore): Promise<void>;
}

/** The folders that hold the login; caches and history are excluded. */
const LOGIN_FOLDERS = ['Default/IndexedDB', 'Default/Local Storage'];
/**
 * The server stores a write completely or not at all, with values of at most a million characters and 8 MB together.
 */
const PART_CHARACTERS = 900_000;
const MAX_PARTS = 7;
const part = (at: number) => `profile.${at}`;
const NAMES = Array.from({ length: MAX_PARTS }, (_, at) => part(at));

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Copies stored by the server among the engine's credentials: encrypted, and fenced by the lease. */
export const storedSnapshots: ProfileSnapshots = {
  async restore(credentials, directory) {
    if (await exists(join(directory, 'Default'))) return;
    const values = await credentials.read(['profile', ...NAMES]);
    const count = Number(values.get('profile') ?? 0);
    if (count === 0) return;
    const text = NAMES.slice(0, count)
      .map((name) => values.get(name) ?? '')
      .join('');
    const files = JSON.parse((await unzip(Buffer.from(text, 'base64'))).toString('utf8')) as Record<string, string>;
    for (const [path, content] of Object.entries(files)) {
      if (path.includes('..')) throw new Error('the copy of the browser profile names a file outside it');
      const target = join(directory, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, Buffer.from(content, 'base64'), { mode: 0o600 });
    }
  },

  async save(credentials, directory) {
    const files: Record<string, string> = {};
    for (const folder of LOGIN_FOLDERS) {
      const entries = await readdir(join(directory, folder), { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (!entry.isFile() || entry.name === 'LOCK') continue;
        const path = join(entry.parentPath, entry.name);
        files[path.slice(directory.length + 1)] = (await readFile(path)).toString('base64');
      }
    }
    const text = (await zip(JSON.stringify(files))).toString('base64');
    const count = Math.ceil(text.length / PART_CHARACTERS);
    if (count > MAX_PARTS) throw new Error(`the login takes ${text.length} characters: too large to copy`);
    const values: Record<string, string | null> = { profile: String(count) };
    for (const [at, name] of NAMES.entries()) {
      values[name] = at < count ? text.slice(at * PART_CHARACTERS, (at + 1) * PART_CHARACTERS) : null;
    }
    await credentials.write(values);
  },

  async remove(credentials) {
    await credentials.write(Object.fromEntries(['profile', ...NAMES].map((name) => [name, null])));
  },
};

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
