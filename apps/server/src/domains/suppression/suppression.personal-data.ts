import { sql } from 'drizzle-orm';
import type { PersonalData } from '../../platform/personal-data.ts';

/** That somebody opted out is what keeps them from being messaged again. */
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
