import { sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { Db } from '../database/database.ts';

/** For `jobs.send`: enqueues the job with the transaction's commit, so that it never exists without its data. */
export const inTransaction = (tx: Db) => ({ db: fromDrizzle(tx, sql) });
