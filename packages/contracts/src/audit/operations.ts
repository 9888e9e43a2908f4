import { z } from 'zod';
import { AUDIT_NOUNS } from '../domains.ts';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';

const auditEntry = z.object({
  _id: entityId,
  at: instant,
  by: z.string().describe('Name of the person, or of the product’s rule.'),
  isRule: z.boolean(),
  isSupport: z.boolean().describe('Whether it was a platform admin in a support session.'),
  action: z.string().describe('Noun and action, such as `member.role`.'),
  subject: z.string().nullable(),
  subjectName: z
    .string()
    .nullable()
    .describe('Name of the affected person; null if it is not a person or they were deleted.'),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const at = routesUnder('workspaces');

export const auditContract = {
  list: query(null, 'workspace-admin')
    .route(at.get('/workspace/audit', 'Audit log of the workspace, latest first'))
    .input(
      listQuery.omit({ sort: true }).extend({
        noun: z.enum(AUDIT_NOUNS).optional(),
        by: z.string().max(120).optional().describe('Part of the name of the person or rule.'),
        from: z.iso.date().optional().describe('First day, in the workspace’s time zone.'),
        to: z.iso.date().optional().describe('Last day, inclusive.'),
      }),
    )
    .output(page(auditEntry)),
};
