import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Release } from '../releases/releases.ts';
import { instant } from './columns.ts';

/** Single row: this installation of Switchyard, and the secret its data is sealed with. */
export const installations = pgTable('installations', {
  /** Distinguishes our pods from those of another Switchyard in the same namespace. Survives a change of the secret. */
  id: text().primaryKey(),
  secretFingerprint: text().notNull(),
  /** How often the secret has changed; tokens of an earlier generation are outdated. */
  secretGeneration: integer().notNull().default(0),
  /** Time of the last verified backup; null if there is none. */
  backedUpAt: instant(),
  /** Time of the nightly backup's last failure, with its reason; null if it has never failed. */
  backupFailedAt: instant(),
  backupFailure: text(),
  /** Last response of UPDATE_URL; null if there is none yet. */
  newestRelease: jsonb().$type<Release>(),
  /** Time of that response. */
  releaseReadAt: instant(),
  /** Time of the last request, whether it was answered or not. */
  releaseAskedAt: instant(),
});
