import { sql } from 'drizzle-orm';
import type { DataSubject, PersonalData } from '../../platform/personal-data.ts';
import { botsChanged } from './bots.events.ts';

const isOfChat = ({ workspaceId, mobile }: DataSubject) =>
  sql`t.workspace_id = ${workspaceId} and t.chat = ${mobile} and t.test_flow is null`;

export const botsPersonalData: readonly PersonalData[] = [
  {
    kind: 'botSession',
    table: 'bot_sessions',
    of: isOfChat,
    erase: 'delete',
    changed: (workspaceId) => botsChanged(workspaceId),
  },
  {
    kind: 'botLine',
    table: 'bot_lines',
    of: (subject) => sql`t.session_id in (select t.id from bot_sessions t where ${isOfChat(subject)})`,
    erase: 'delete',
  },
];
