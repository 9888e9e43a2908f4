import type { ListQuery } from '@switchyard/contracts/entity';
import { desc, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { outboxMails } from './accounts.schema.ts';

export type OutboxMail = InferSelectModel<typeof outboxMails>;

/** Mail that was kept instead of sent, newest first. */
export async function listOutbox(
  db: Db,
  { limit, skip }: Pick<ListQuery, 'limit' | 'skip'>,
): Promise<{ rows: OutboxMail[]; total: number }> {
  const rows = await db
    .select()
    .from(outboxMails)
    .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(outboxMails) };
}
