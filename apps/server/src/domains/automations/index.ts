import type { Domain } from '../../platform/domain.ts';
import { automationsNotices } from './automations.notices.ts';
import { automationsPersonalData } from './automations.personal-data.ts';
import { automationsRouter } from './automations.routes.ts';
import { holdRestored } from './hold-restored.ts';
import { workAutomations } from './jobs/work-automations.ts';
import { recordMessages } from './record-triggers.ts';

export {
  type BoardEffects,
  boardEffects,
  type Cause,
  type Effect,
  type InboxEffects,
  inboxEffects,
} from './effects.ts';
export { addDays, dayAt, instantAt } from './next-moment.ts';
export { type ItemEvent, recordChatTriggers, recordItemTriggers, triggerItemRuns } from './record-triggers.ts';

/**
 * Rules of boards: when something happens and an item meets conditions, they run steps. The boards domain provides the
 * steps that change boards.
 */
export const automationsDomain: Domain = {
  name: 'automations',
  holdRestored,
  notices: automationsNotices,
  routers: { automations: automationsRouter },
  personalData: automationsPersonalData,
  hooks: [recordMessages],
  work: workAutomations,
};
