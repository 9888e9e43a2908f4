import { sql } from 'drizzle-orm';
import type { PersonalData } from '../../platform/personal-data.ts';

/** An opt-out is kept because it prevents further messages. */
export const suppressionPersonalData: readonly PersonalData[] = [
  {
    kind: 'optOut',
    table: 'suppressions',
    of: ({ workspaceId, mobile }) => sql`t.workspace_id = ${workspaceId} and t.mobile = ${mobile}`,
    erase: { keep: 'optOut' },
  },
  {
    kind: 'subscription',
    table: 'message_subscriptions',
    of: ({ workspaceId, mobile }) => sql`t.workspace_id = ${workspaceId} and t.mobile = ${mobile}`,
    erase: 'delete',
  },
];
