import { and, eq, sql } from 'drizzle-orm';
import type { Outcome } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';

/**
 * Makes one message per key and workspace, however often and concurrently it is requested.
 * @param key undefined: every request makes a message
 * @throws Refusal `NOT_FOUND` (the message has been removed), and whatever `make` throws
 */
export async function makeOnce(
  tx: Db,
  workspaceId: string,
  key: string | undefined,
  make: () => Promise<Outcome<MessageRow>>,
): Promise<Outcome<MessageRow>> {
  if (key === undefined) return make();
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`message ${workspaceId} ${key}`}, 0))`);
  const ofKey = and(eq(messages.workspaceId, workspaceId), eq(messages.idempotencyKey, key));
  const [existing] = await tx.select().from(messages).where(ofKey);
  if (existing?.deleted) throw new Refusal('NOT_FOUND');
  if (existing) return { result: existing, events: [] };
  const made = await make();
  await tx.update(messages).set({ idempotencyKey: key }).where(eq(messages.id, made.result.id));
  return made;
}
