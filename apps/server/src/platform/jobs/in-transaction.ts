import { sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { Db } from '../database/database.ts';

/** For `jobs.send`: the job is there once the transaction is committed, and never without what it is about. */
export const inTransaction = (tx: Db) => ({ db: fromDrizzle(tx, sql) });
