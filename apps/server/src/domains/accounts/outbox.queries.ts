import type { ListQuery } from '@switchyard/contracts/entity';
import { desc, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { outboxMails } from './accounts.schema.ts';

export type OutboxMail = InferSelectModel<typeof outboxMails>;

/** Mail stored instead of sent, newest first. */
export async function listOutbox(
  db: Db,
  { limit, skip }: Pick<ListQuery, 'limit' | 'skip'>,
): Promise<{ rows: OutboxMail[]; total: number }> {
  return pageOf(db, outboxMails, undefined, { limit, skip }, desc(outboxMails.createdAt), desc(outboxMails.id));
}
