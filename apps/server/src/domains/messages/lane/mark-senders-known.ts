import { sql } from 'drizzle-orm';
import { recordset } from '../../../platform/database/recordset.ts';
import { pick } from '../../../platform/pick.ts';
import { engineRecipients } from '../../engines/engines.schema.ts';
import { chatMessagesStored } from '../chats/chat-messages-stored.ts';
import { laneDue } from '../messages.events.ts';

/**
 * Marks people who wrote to a number, or were written to on its phone, as known to it: an answer is no first contact
 * and none of those limits apply. Their messages in the line of first contacts return to the main line. The time of
 * their last message is kept to the hour and rarely written; it is when the message was sent, not when it was received:
 * what is written to them within a day counts as a reply.
 */
export const markSendersKnown = chatMessagesStored.hookBatch('known-by-writing', async (tx, chats) => {
  const conversations = chats.filter(
    ({ chat, messages }) => chat.startsWith('+') && messages.some(({ by }) => by !== 'product'),
  );
  if (conversations.length === 0) return [];
  const senders = conversations.map(({ engineId, chat, messages }) => {
    const receivedMs = messages.filter(({ by }) => by === 'them').map(({ at }) => at.getTime());
    return { engineId, recipient: chat, wroteAt: receivedMs.length > 0 ? new Date(Math.max(...receivedMs)) : null };
  });
  const { rows } = await tx.execute<{ engineId: string; recipient: string; is_new: boolean }>(sql`
    insert into engine_recipients (engine_id, recipient, wrote_at)
    select engine_id, recipient, case when max(wrote_at) is not null then least(max(wrote_at), now()) end
    from ${recordset(engineRecipients, senders, 'senders')}
    where not exists (select from engine_recipients known where known.engine_id = senders.engine_id and known.recipient = senders.recipient
      and (senders.wrote_at is null or known.wrote_at > least(senders.wrote_at, now()) - interval '1 hour'))
    group by 1, 2 order by 1, 2
    on conflict (engine_id, recipient) do update set wrote_at = greatest(excluded.wrote_at, engine_recipients.wrote_at)
    returning engine_id as "engineId", recipient, xmax = 0 as is_new`);
  const newlyKnown = rows.filter(({ is_new }) => is_new).map((row) => pick(row, ['engineId', 'recipient']));
  if (newlyKnown.length === 0) return [];
  const { rows: released } = await tx.execute<{ engine_id: string }>(sql`
    update messages m set hold_rule = null
    from ${recordset(engineRecipients, newlyKnown, 'senders')}
    where m.engine_id = senders.engine_id and m.recipient = senders.recipient and m.status = 'pending' and m.hold_rule = 'first_contact'
    returning m.engine_id`);
  const engineIds = new Set(released.map(({ engine_id }) => engine_id));
  const workspaces = new Map(conversations.map(({ engineId, workspaceId }) => [engineId, workspaceId]));
  return [...engineIds].map((engineId) => laneDue(workspaces.get(engineId) ?? '', { engineId, dueAt: new Date() }));
});
