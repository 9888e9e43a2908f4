import type { Domain } from '../../platform/domain.ts';
import { auditPersonalData } from './audit.personal-data.ts';
import { auditRouter } from './audit.routes.ts';
import { recordView } from './record-view.ts';

export { writeAudit } from './write-audit.ts';

/** Who did what: the log that actions write to, and records of viewing other people's data. */
export const auditDomain: Domain = {
  name: 'audit',
  routers: { audit: auditRouter },
  personalData: auditPersonalData,
  recordView: ({ database }, actor, operation, seen) => recordView(database.db, actor, operation, seen),
};
