import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { guardedFetch } from '../http/guarded-fetch.ts';
import { serverDirectory } from '../paths.ts';

/** A version as described by `UPDATE_URL`. */
const release = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  notes: z.url({ protocol: /^https?$/ }).nullish(),
  /** Names of all its migrations, or of the latest ones. */
  migrations: z.array(z.string().max(200)).max(10_000).default([]),
});
export type Release = z.output<typeof release>;

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 15_000;
/** A little less than a day, so that an hourly job checks once a day. */
const CHECK_INTERVAL = `interval '23 hours 30 minutes'`;

/** The newest known version, and whether it was checked recently. */
export interface LatestRelease {
  release: Release | null;
  isRecent: boolean;
}

export async function readLatestRelease({ pool }: Database): Promise<LatestRelease> {
  const { rows } = await pool.query<LatestRelease>(
    `select newest_release as release, coalesce(release_read_at > now() - interval '3 days', false) as "isRecent" from installations`,
  );
  return rows[0] ?? { release: null, isRecent: false };
}

/**
 * Fetches the newest version from UPDATE_URL, at most once a day. Sends nothing about the installation.
 * @returns null if no check was due
 * @throws GuardedFetchError, Error if there is no usable response
 */
export async function checkForRelease(
  { pool }: Database,
  { updateUrl }: Pick<Config, 'updateUrl'>,
  fetchRelease = guardedFetch,
): Promise<Release | null> {
  if (updateUrl === null) return null;
  const { rowCount } = await pool.query(
    `update installations set release_asked_at = now() where release_asked_at is null or release_asked_at < now() - ${CHECK_INTERVAL}`,
  );
  if (rowCount === 0) return null;
  const headers = { accept: 'application/json' };
  const answer = await fetchRelease({ url: updateUrl, headers, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
  if (answer.status !== 200) throw new Error(`UPDATE_URL answers ${answer.status}`);
  const latest = release.parse(JSON.parse(answer.body.toString()));
  await pool.query('update installations set newest_release = $1, release_read_at = now()', [JSON.stringify(latest)]);
  return latest;
}

/** Whether a version is newer than another. Compares the numbers between the dots. */
export function isNewer(version: string, base: string): boolean {
  const [numbers, baseNumbers] = [version, base].map((text) => text.split('-')[0]?.split('.').map(Number) ?? []);
  for (let index = 0; index < 3; index += 1) {
    const difference = (numbers?.[index] ?? 0) - (baseNumbers?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** Migrations of a release that this version does not have. */
export function newMigrations({ migrations }: Release): string[] {
  const journal = JSON.parse(readFileSync(join(serverDirectory, 'migrations', 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const ownNames = new Set(journal.entries.map(({ tag }) => tag));
  return migrations.filter((name) => !ownNames.has(name));
}
