import { sql } from 'drizzle-orm';
import { chatWritten } from '../chat-written.ts';
import { laneDue } from '../messages.events.ts';

/**
 * Who has written to a number, or was written to on its phone, knows it: an answer is no first contact, and waits for none of the limits that first contacts have.
 * What waits for them in the line of first contacts goes back to the main one.
 */
export const knowWhoWrites = chatWritten.hookForMany('known-by-writing', async (tx, written) => {
  const spoken = written.filter(
    ({ chat, messages }) => chat.startsWith('+') && messages.some(({ by }) => by !== 'product'),
  );
  if (spoken.length === 0) return [];
  const told = spoken.map(({ engineId, chat }) => ({ engine_id: engineId, recipient: chat }));
  const { rows: fresh } = await tx.execute<{ engine_id: string; recipient: string }>(sql`
    insert into engine_recipients (engine_id, recipient)
    select engine_id, recipient from json_to_recordset(${JSON.stringify(told)}::json) as told (engine_id uuid, recipient text)
    where not exists (select from engine_recipients known where known.engine_id = told.engine_id and known.recipient = told.recipient)
    order by 1, 2
    on conflict do nothing returning engine_id, recipient`);
  if (fresh.length === 0) return [];
  const { rows: released } = await tx.execute<{ engine_id: string }>(sql`
    update messages m set hold_rule = null
    from json_to_recordset(${JSON.stringify(fresh)}::json) as told (engine_id uuid, recipient text)
    where m.engine_id = told.engine_id and m.recipient = told.recipient and m.status = 'pending' and m.hold_rule = 'first_contact'
    returning m.engine_id`);
  const engineIds = new Set(released.map(({ engine_id }) => engine_id));
  const workspaces = new Map(spoken.map(({ engineId, workspaceId }) => [engineId, workspaceId]));
  return [...engineIds].map((engineId) => laneDue(workspaces.get(engineId) ?? '', { engineId, dueAt: new Date() }));
});
