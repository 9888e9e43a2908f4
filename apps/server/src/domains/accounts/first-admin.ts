import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { users } from './accounts.schema.ts';

/** Any fixed number: the lock under which the first admin is made, however many people arrive at once. */
const FIRST_ADMIN_LOCK = 7_221_030;

/** Derived from the platform's secret, so that strangers cannot guess it. */
const firstAdminToken = (secret: string): Buffer =>
  createHmac('sha256', secret).update('the first admin of this platform').digest();

const hasAdmin = async (db: Db): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)).length > 0;

/** The link with which the first admin signs up; null once there is an admin and the link no longer works. */
export async function firstAdminLink({
  config,
  database,
  secret,
}: Pick<Platform, 'config' | 'database' | 'secret'>): Promise<string | null> {
  if (config.demo || (await hasAdmin(database.db))) return null;
  const link = new URL('/signup', config.publicUrl);
  link.searchParams.set('firstAdmin', firstAdminToken(secret).toString('base64url'));
  return link.href;
}

/** Whether this is the token of the first-admin link and still valid. */
export async function isFirstAdminToken(db: Db, secret: string, token: string): Promise<boolean> {
  const [given, expected] = [Buffer.from(token, 'base64url'), firstAdminToken(secret)];
  return given.length === expected.length && timingSafeEqual(given, expected) && !(await hasAdmin(db));
}

/** Makes a person the platform's admin unless there already is one. @returns whether they were made admin */
export const makeFirstAdmin = (db: Db, userId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`);
    if (await hasAdmin(tx)) return false;
    await tx.update(users).set({ role: 'admin' }).where(eq(users.id, userId));
    return true;
  });
