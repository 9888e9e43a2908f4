import { planNotice } from '../billing/index.ts';
import { notify } from './notify.ts';

/** Notifies a workspace's owners of what stops with its plan. */
export const notifyPlanNotices = planNotice.hook('notifications', (tx, { workspaceId, subject, at, reason }) =>
  notify(tx, { workspaceId, userId: null, kind: 'plan', subject, data: { at, reason } }),
);
