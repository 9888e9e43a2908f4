import { sql } from 'drizzle-orm';
import { namesNumber, type PersonalData } from '../../platform/personal-data.ts';

export const automationsPersonalData: readonly PersonalData[] = [
  {
    kind: 'automationRun',
    table: 'automation_runs',
    of: (subject) => sql`t.workspace_id = ${subject.workspaceId}
      and (t.chat->>'chat' = ${subject.mobile} or ${namesNumber(sql`t.subject`, subject)} or ${namesNumber(sql`t.steps`, subject)})`,
    erase: 'delete',
  },
];
