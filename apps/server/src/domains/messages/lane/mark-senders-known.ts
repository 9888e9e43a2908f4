import { sql } from 'drizzle-orm';
import { recordset } from '../../../platform/database/recordset.ts';
import { pick } from '../../../platform/pick.ts';
import { engineRecipients } from '../../engines/engines.schema.ts';
import { chatMessagesStored } from '../chats/chat-messages-stored.ts';
import { laneDue } from '../messages.events.ts';

/**
 * Who has written to a number, or was written to on its phone, knows it: an answer is no first contact, and waits for
 * none of the limits that first contacts have. What waits for them in the line of first contacts goes back to the main
 * one. That they wrote is remembered to the hour, and seldom written, by when it was and not by when it was heard of:
 * what is written to them at once within a day is an answer.
 */
export const markSendersKnown = chatMessagesStored.hookBatch('known-by-writing', async (tx, written) => {
  const spoken = written.filter(
    ({ chat, messages }) => chat.startsWith('+') && messages.some(({ by }) => by !== 'product'),
  );
  if (spoken.length === 0) return [];
  const told = spoken.map(({ engineId, chat, messages }) => {
    const theirs = messages.filter(({ by }) => by === 'them').map(({ at }) => at.getTime());
    return { engineId, recipient: chat, wroteAt: theirs.length > 0 ? new Date(Math.max(...theirs)) : null };
  });
  const { rows } = await tx.execute<{ engineId: string; recipient: string; is_new: boolean }>(sql`
    insert into engine_recipients (engine_id, recipient, wrote_at)
    select engine_id, recipient, case when max(wrote_at) is not null then least(max(wrote_at), now()) end
    from ${recordset(engineRecipients, told, 'told')}
    where not exists (select from engine_recipients known where known.engine_id = told.engine_id and known.recipient = told.recipient
      and (told.wrote_at is null or known.wrote_at > least(told.wrote_at, now()) - interval '1 hour'))
    group by 1, 2 order by 1, 2
    on conflict (engine_id, recipient) do update set wrote_at = greatest(excluded.wrote_at, engine_recipients.wrote_at)
    returning engine_id as "engineId", recipient, xmax = 0 as is_new`);
  const fresh = rows.filter(({ is_new }) => is_new).map((row) => pick(row, ['engineId', 'recipient']));
  if (fresh.length === 0) return [];
  const { rows: released } = await tx.execute<{ engine_id: string }>(sql`
    update messages m set hold_rule = null
    from ${recordset(engineRecipients, fresh, 'told')}
    where m.engine_id = told.engine_id and m.recipient = told.recipient and m.status = 'pending' and m.hold_rule = 'first_contact'
    returning m.engine_id`);
  const engineIds = new Set(released.map(({ engine_id }) => engine_id));
  const workspaces = new Map(spoken.map(({ engineId, workspaceId }) => [engineId, workspaceId]));
  return [...engineIds].map((engineId) => laneDue(workspaces.get(engineId) ?? '', { engineId, dueAt: new Date() }));
});
