import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { guardedFetch } from '../http/guarded-fetch.ts';
import { serverDirectory } from '../paths.ts';

/** A version as `UPDATE_URL` describes it. */
const release = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  notes: z.url({ protocol: /^https?$/ }).nullish(),
  /** Of all of its migrations, or of the latest. */
  migrations: z.array(z.string().max(200)).max(10_000).default([]),
});
export type Release = z.output<typeof release>;

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 15_000;
/** A little less than a day, so that an hourly job asks once a day. */
const ASK_EVERY = `interval '23 hours 30 minutes'`;

/** The newest version that was heard of, and whether that was lately. */
export interface KnownRelease {
  release: Release | null;
  isRecent: boolean;
}

export async function readKnownRelease({ pool }: Database): Promise<KnownRelease> {
  const { rows } = await pool.query<KnownRelease>(
    `select newest_release as release, coalesce(release_read_at > now() - interval '3 days', false) as "isRecent" from installations`,
  );
  return rows[0] ?? { release: null, isRecent: false };
}

/**
 * Asks UPDATE_URL for the newest version, once a day whoever calls. Nothing of the installation goes with it.
 * @returns what was told; null: nobody was asked
 * @throws GuardedFetchError, Error: there is no usable answer
 */
export async function askForRelease(
  { pool }: Database,
  { updateUrl }: Pick<Config, 'updateUrl'>,
  fetchRelease = guardedFetch,
): Promise<Release | null> {
  if (updateUrl === null) return null;
  const { rowCount } = await pool.query(
    `update installations set release_asked_at = now() where release_asked_at is null or release_asked_at < now() - ${ASK_EVERY}`,
  );
  if (rowCount === 0) return null;
  const headers = { accept: 'application/json' };
  const answer = await fetchRelease({ url: updateUrl, headers, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
  if (answer.status !== 200) throw new Error(`UPDATE_URL answers ${answer.status}`);
  const told = release.parse(JSON.parse(answer.body.toString()));
  await pool.query('update installations set newest_release = $1, release_read_at = now()', [JSON.stringify(told)]);
  return told;
}

/** Whether one version comes after another: numbers between dots. */
export function isNewer(version: string, than: string): boolean {
  const [numbers, others] = [version, than].map((text) => text.split('-')[0]?.split('.').map(Number) ?? []);
  for (let at = 0; at < 3; at += 1) {
    const difference = (numbers?.[at] ?? 0) - (others?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** Those of a release that this version does not have. */
export function newMigrations({ migrations }: Release): string[] {
  const journal = JSON.parse(readFileSync(join(serverDirectory, 'migrations', 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const ours = new Set(journal.entries.map(({ tag }) => tag));
  return migrations.filter((name) => !ours.has(name));
}
