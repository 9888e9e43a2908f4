import { formsOf } from '@switchyard/contracts/number-forms';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';

/** What somebody writes later is not taken for an answer to it. */
const REPLIES_WITHIN_DAYS = 7;

interface Written {
  workspaceId: string;
  engineId: string;
  /** E.164. */
  chat: string;
  /** Of `received_messages`: what was written now. */
  messageIds: readonly string[];
}

/**
 * The campaign whose message was the last of any to this chat, where this is the contact's first word since; null: it
 * is none.
 */
export async function campaignRepliedTo(
  tx: Db,
  { workspaceId, engineId, chat, messageIds }: Written,
): Promise<string | null> {
  const { rows } = await tx.execute<{ campaignId: string }>(sql`
    select latest.campaign_id as "campaignId" from (
      select r.campaign_id, m.sent_at from campaign_recipients r join messages m on m.id = r.message_id
      where r.workspace_id = ${workspaceId} and r.mobile = any (${sql.param(formsOf(chat))}::text[]) and (r.outcome is null or r.outcome = 'sent')
        and m.engine_id = ${engineId} and m.sent_at > now() - make_interval(days => ${REPLIES_WITHIN_DAYS})
      order by m.sent_at desc limit 1
    ) latest
    where not exists (
      select from received_messages said where said.engine_id = ${engineId} and said.chat = ${chat} and said.written_at >= latest.sent_at
        and said.from_me is not true and said.id <> all (${sql.param([...messageIds])}::uuid[])
    )`);
  return rows[0]?.campaignId ?? null;
}
