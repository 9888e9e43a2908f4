import { sql } from 'drizzle-orm';
import type { PersonalData } from '../../platform/personal-data.ts';
import { messagesStale } from './messages.events.ts';

/** A message being handed to WhatsApp: only its engine can report the outcome. */
const SENDING = { where: sql`t.status = 'sending'`, reason: 'sending' } as const;

export const messagesPersonalData: readonly PersonalData[] = [
  {
    kind: 'series',
    table: 'message_series',
    of: ({ workspaceId, mobile }) => sql`t.workspace_id = ${workspaceId} and t.recipient = ${mobile}`,
    erase: 'delete',
    fileColumn: 'file_id',
  },
  {
    kind: 'message',
    table: 'messages',
    of: ({ workspaceId, mobile }) => sql`t.workspace_id = ${workspaceId} and t.recipient = ${mobile}`,
    erase: 'delete',
    unless: SENDING,
    fileColumn: 'file_id',
    changed: (workspaceId) => messagesStale(workspaceId),
  },
  {
    kind: 'undelivered',
    table: 'undelivered_chats',
    of: ({ workspaceId, mobile }) => sql`t.workspace_id = ${workspaceId} and t.chat->>'chat' = ${mobile}`,
    erase: 'delete',
  },
];
