import type { AuditEntry } from '@switchyard/contracts/audit/operations';
import { operations } from '../../platform/http/operations.ts';
import { authorize } from '../../platform/refusal.ts';
import { readAuditRefusal } from './audit.policy.ts';
import { type AuditRow, listAudit } from './audit.queries.ts';

const present = (row: AuditRow): AuditEntry => ({
  _id: row.id,
  at: row.createdAt.toISOString(),
  by: row.actorName,
  isRule: row.actorId === null,
  isSupport: row.onBehalfOf !== null,
  action: row.action,
  subject: row.subject,
  subjectName: row.subjectName,
  details: row.details,
});

export const auditRouter = {
  list: operations.audit.list.handler(async ({ context: { actor, db }, input }) => {
    authorize(readAuditRefusal(actor));
    const { rows, total } = await listAudit(db, actor.workspaceId, input);
    return { data: rows.map(present), total };
  }),
};
