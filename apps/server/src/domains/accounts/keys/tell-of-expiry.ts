import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Platform } from '../../../platform/platform.ts';
import { users } from '../accounts.schema.ts';
import { apiKeys } from '../keys.schema.ts';

/** Mails whoever made a key, once, 7 days before it expires. @returns how many */
export async function tellOfExpiry({
  database: { db },
  mailer,
  config,
}: Pick<Platform, 'database' | 'mailer' | 'config'>) {
  const soon = await db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      prefix: apiKeys.prefix,
      expiresAt: apiKeys.expiresAt,
      to: users.email,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        lte(apiKeys.expiresAt, sql`now() + interval '7 days'`),
        gt(apiKeys.expiresAt, sql`now()`),
        isNull(apiKeys.expiryToldAt),
        isNull(apiKeys.revokedAt),
      ),
    )
    .limit(1_000);
  for (const { id, name, prefix, expiresAt, to } of soon) {
    await db.transaction(async (tx) => {
      const told = await tx
        .update(apiKeys)
        .set({ expiryToldAt: sql`now()` })
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.expiryToldAt)))
        .returning({ id: apiKeys.id });
      if (told.length === 0) return;
      const day = expiresAt?.toISOString().slice(0, 10);
      const text = `The API key ${name} (${prefix}…) expires on ${day}. Programs that use it stop then. Make a new one here:\n\n${new URL('/admin-api', config.publicUrl).href}\n`;
      await mailer.send({ to, subject: `API key ${name} expires on ${day}`, text });
    });
  }
  return soon.length;
}
