import { sql } from 'drizzle-orm';
import { namesNumber, type PersonalData } from '../../platform/personal-data.ts';

export const notificationsPersonalData: readonly PersonalData[] = [
  {
    kind: 'notification',
    table: 'notifications',
    of: (subject) => sql`t.workspace_id = ${subject.workspaceId}
      and (${namesNumber(sql`t.data`, subject)} or ${namesNumber(sql`t.subject`, subject)})`,
    erase: 'delete',
  },
];
