import { sql } from 'drizzle-orm';
import { namesNumber, type PersonalData } from '../../platform/personal-data.ts';

/** Who did what to whom; evidence for answering complaints. */
export const auditPersonalData: readonly PersonalData[] = [
  {
    kind: 'audit',
    table: 'audit_entries',
    of: (subject) => sql`t.workspace_id = ${subject.workspaceId}
      and (t.subject in (${subject.mobile}, ${subject.contactId}) or ${namesNumber(sql`t.details`, subject)})`,
    erase: { keep: 'record' },
  },
];
