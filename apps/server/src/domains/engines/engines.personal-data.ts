import { sql } from 'drizzle-orm';
import { namesNumber, ofEngines, type PersonalData } from '../../platform/personal-data.ts';

export const enginesPersonalData: readonly PersonalData[] = [
  {
    kind: 'chatFacts',
    table: 'chat_facts',
    of: (subject) => sql`${ofEngines(subject)} and t.chat = ${subject.mobile}`,
    erase: 'delete',
    idColumn: 'chat',
    fileColumn: 'picture_file_id',
  },
  {
    kind: 'recipient',
    table: 'engine_recipients',
    of: (subject) => sql`${ofEngines(subject)} and t.recipient = ${subject.mobile}`,
    erase: 'delete',
    idColumn: 'recipient',
  },
  {
    kind: 'webhookInbox',
    table: 'engine_inbox',
    of: (subject) => sql`${ofEngines(subject)} and ${namesNumber(sql`t.payload`, subject)}`,
    erase: 'delete',
  },
];
