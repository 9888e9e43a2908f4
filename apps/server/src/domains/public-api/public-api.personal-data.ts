import { sql } from 'drizzle-orm';
import { namesNumber, type PersonalData } from '../../platform/personal-data.ts';

export const publicApiPersonalData: readonly PersonalData[] = [
  {
    kind: 'keptRequest',
    table: 'kept_requests',
    of: (subject) => sql`t.workspace_id = ${subject.workspaceId} and ${namesNumber(sql`t.answer`, subject)}`,
    erase: 'delete',
    idColumn: 'key',
  },
];
