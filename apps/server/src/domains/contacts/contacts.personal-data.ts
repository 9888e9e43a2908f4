import { sql } from 'drizzle-orm';
import type { PersonalData } from '../../platform/personal-data.ts';
import { contactsStale } from './contacts.events.ts';

export const contactsPersonalData: readonly PersonalData[] = [
  {
    kind: 'contact',
    table: 'contacts',
    of: ({ workspaceId, mobile }) => sql`t.workspace_id = ${workspaceId} and t.mobile = ${mobile}`,
    erase: 'delete',
    changed: (workspaceId) => contactsStale(workspaceId),
  },
];
