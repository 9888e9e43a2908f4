import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';

/** So much a bot says to one chat, whatever its flow says; beyond it a person looks. */
const MAX_IN_WINDOW = 20;
const WINDOW_MINUTES = 10;
const MAX_IDENTICAL = 3;

/** Which limit one more message would go over, in words; null: none. */
export async function limitReached(
  tx: Db,
  { engineId, chat, fingerprint, now }: { engineId: string; chat: string; fingerprint: string; now: Date },
): Promise<string | null> {
  const { rows } = await tx.execute<{ fingerprint: string; recent: boolean }>(sql`
    select fingerprint, at > ${now}::timestamptz - make_interval(mins => ${WINDOW_MINUTES}) as recent from bot_sayings
    where engine_id = ${engineId} and chat = ${chat} order by id desc limit ${MAX_IN_WINDOW}`);
  if (rows.filter(({ recent }) => recent).length >= MAX_IN_WINDOW) {
    return `It has sent ${MAX_IN_WINDOW} messages to this chat within ${WINDOW_MINUTES} minutes.`;
  }
  const latest = rows.slice(0, MAX_IDENTICAL);
  if (latest.length === MAX_IDENTICAL && latest.every((one) => one.fingerprint === fingerprint)) {
    return `It has said the same ${MAX_IDENTICAL} times in a row.`;
  }
  return null;
}
