import { sql } from 'drizzle-orm';
import type { DataSubject, PersonalData } from '../../platform/personal-data.ts';
import { inboxRulesChanged } from './inbox.events.ts';

const isOfChat = ({ workspaceId, mobile }: DataSubject) => sql`t.workspace_id = ${workspaceId} and t.chat = ${mobile}`;

export const inboxPersonalData: readonly PersonalData[] = [
  {
    kind: 'conversation',
    table: 'conversations',
    of: isOfChat,
    erase: 'delete',
    changed: (workspaceId) => inboxRulesChanged(workspaceId, null),
  },
  {
    kind: 'note',
    table: 'conversation_notes',
    of: (subject) => sql`t.conversation_id in (select t.id from conversations t where ${isOfChat(subject)})`,
    erase: 'delete',
  },
];
