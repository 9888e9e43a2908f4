import { sql } from 'drizzle-orm';
import { namesNumber, type PersonalData } from '../../platform/personal-data.ts';

/** Events stop being sent to the endpoints; their owners keep what was already sent. */
export const webhooksPersonalData: readonly PersonalData[] = [
  {
    kind: 'webhookEvent',
    table: 'webhook_events',
    of: (subject) => sql`t.workspace_id = ${subject.workspaceId} and ${namesNumber(sql`t.data`, subject)}`,
    erase: 'delete',
  },
];
