import { sql } from 'drizzle-orm';
import { chatWritten } from '../chat-written.ts';
import { laneDue } from '../messages.events.ts';

/**
 * Who has written to a number, or was written to on its phone, knows it: an answer is no first contact, and waits for none of the limits that first contacts have.
 * What waits for them in the line of first contacts goes back to the main one.
 */
export const knowWhoWrites = chatWritten.hook(
  'known-by-writing',
  async (tx, { workspaceId, engineId, chat, messages }) => {
    if (!chat.startsWith('+') || !messages.some(({ by }) => by !== 'product')) return [];
    const { rowCount: isNew } = await tx.execute(sql`
      insert into engine_recipients (engine_id, recipient) select ${engineId}::uuid, ${chat}
      where not exists (select from engine_recipients where engine_id = ${engineId} and recipient = ${chat})
      on conflict do nothing`);
    if (!isNew) return [];
    const { rowCount: released } = await tx.execute(sql`
      update messages set hold_rule = null
      where engine_id = ${engineId} and recipient = ${chat} and status = 'pending' and hold_rule = 'first_contact'`);
    return released ? [laneDue(workspaceId, { engineId, dueAt: new Date() })] : [];
  },
);
