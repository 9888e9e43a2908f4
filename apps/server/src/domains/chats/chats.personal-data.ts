import { sql } from 'drizzle-orm';
import { ofEngines, type PersonalData } from '../../platform/personal-data.ts';

/** In groups, only what they wrote themselves. */
export const chatsPersonalData: readonly PersonalData[] = [
  {
    kind: 'received',
    table: 'received_messages',
    of: (subject) => sql`${ofEngines(subject)} and (t.chat = ${subject.mobile} or t.writer = ${subject.mobile})`,
    erase: 'delete',
    fileColumn: 'file_id',
  },
  {
    kind: 'mark',
    table: 'message_marks',
    of: (subject) =>
      sql`${ofEngines(subject)} and (t.chat = ${subject.mobile} or exists (select from received_messages r
        where r.engine_id = t.engine_id and r.chat = t.chat and r.wa_message_id = t.wa_message_id and r.writer = ${subject.mobile}))`,
    erase: 'delete',
    idColumn: 'wa_message_id',
  },
  {
    kind: 'chatAct',
    table: 'chat_acts',
    of: (subject) => sql`${ofEngines(subject)} and t.chat = ${subject.mobile}`,
    erase: 'delete',
    unless: { where: sql`t.state = 'claimed'`, reason: 'sending' },
  },
];
