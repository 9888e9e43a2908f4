import { z } from 'zod';
import { AUDIT_NOUNS } from '../domains.ts';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';

const auditEntry = z.object({
  _id: entityId,
  at: instant,
  by: z.string().describe('A person’s name, or the rule of the product.'),
  isRule: z.boolean(),
  isSupport: z.boolean().describe('An administrator of the platform, looking through the eyes of somebody here.'),
  action: z.string().describe('Noun and act, such as `member.role`.'),
  subject: z.string().nullable(),
  subjectName: z.string().nullable().describe('Of a person; null: it is none, or they are gone.'),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const at = routesUnder('workspaces');

export const auditContract = {
  list: query(null, 'workspace-admin')
    .route(at.get('/workspace/audit', 'Who did what in the workspace, latest first; for owners'))
    .input(
      listQuery.omit({ sort: true }).extend({
        noun: z.enum(AUDIT_NOUNS).optional(),
        by: z.string().max(120).optional().describe('Contains match on the name of who did it.'),
        from: z.iso.date().optional().describe('The first day, in the workspace’s zone.'),
        to: z.iso.date().optional().describe('The last day.'),
      }),
    )
    .output(page(auditEntry)),
};
