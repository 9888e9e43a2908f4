import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Release } from '../releases/releases.ts';
import { instant } from './columns.ts';

/** One row: this installation of Switchyard, and the secret that its data is sealed with. */
export const installations = pgTable('installations', {
  /** Tells our pods from those of another Switchyard in the same namespace. It outlives a change of the secret. */
  id: text().primaryKey(),
  secretFingerprint: text().notNull(),
  /** How often the secret has changed: what was made with an earlier one is out of date. */
  secretGeneration: integer().notNull().default(0),
  /** The moment of the last backup that was found whole; null: there is none. */
  backedUpAt: instant(),
  /** When the nightly backup has failed last, and why; null: never. */
  backupFailedAt: instant(),
  backupFailure: text(),
  /** What UPDATE_URL said last; null: nothing yet. */
  newestRelease: jsonb().$type<Release>(),
  /** When it said so. */
  releaseReadAt: instant(),
  /** When it was last asked, answered or not. */
  releaseAskedAt: instant(),
});
