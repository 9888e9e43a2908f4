import { formsOf } from '@switchyard/contracts/number-forms';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';

/** Days within which a message counts as a reply. */
const MAX_REPLY_DAYS = 7;

interface ReceivedInChat {
  workspaceId: string;
  engineId: string;
  /** E.164. */
  chat: string;
  /** Ids in `received_messages` of the new messages. */
  messageIds: readonly string[];
}

/**
 * The campaign of the latest message to this chat, if these are the contact's first messages since. Null: there is
 * none.
 */
export async function campaignRepliedTo(
  tx: Db,
  { workspaceId, engineId, chat, messageIds }: ReceivedInChat,
): Promise<string | null> {
  const { rows } = await tx.execute<{ campaignId: string }>(sql`
    select latest.campaign_id as "campaignId" from (
      select r.campaign_id, m.sent_at from campaign_recipients r join messages m on m.id = r.message_id
      where r.workspace_id = ${workspaceId} and r.mobile = any (${sql.param(formsOf(chat))}::text[]) and (r.outcome is null or r.outcome = 'sent')
        and m.engine_id = ${engineId} and m.sent_at > now() - make_interval(days => ${MAX_REPLY_DAYS})
      order by m.sent_at desc limit 1
    ) latest
    where not exists (
      select from received_messages received where received.engine_id = ${engineId} and received.chat = ${chat} and received.written_at >= latest.sent_at
        and received.from_me is not true and received.id <> all (${sql.param([...messageIds])}::uuid[])
    )`);
  return rows[0]?.campaignId ?? null;
}
