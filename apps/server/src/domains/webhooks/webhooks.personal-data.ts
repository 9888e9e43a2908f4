import { sql } from 'drizzle-orm';
import { namesNumber, type PersonalData } from '../../platform/personal-data.ts';

/** Events go to their endpoints no more; what went out, the owners of the endpoints have. */
export const webhooksPersonalData: readonly PersonalData[] = [
  {
    kind: 'webhookEvent',
    table: 'webhook_events',
    of: (subject) => sql`t.workspace_id = ${subject.workspaceId} and ${namesNumber(sql`t.data`, subject)}`,
    erase: 'delete',
  },
];
