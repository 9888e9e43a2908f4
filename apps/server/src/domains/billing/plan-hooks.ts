import { defineHook } from '../../platform/hooks.ts';

interface AppliedPlan {
  /** Null for all workspaces. */
  workspaceId: string | null;
  /** Null for no limit. */
  gatewayEngines: number | null;
}

/** A workspace's plan has changed. Whatever a plan holds or releases is updated in this transaction. */
export const planApplied = defineHook<AppliedPlan>('plan-applied');

interface PlanNotice {
  workspaceId: string;
  /** Notices with the same subject are sent once. */
  subject: string;
  /** When it will stop, ISO 8601. */
  at: string;
  /** Reason as text. */
  reason: string;
}

/** Notifies a workspace's owners that something in their plan stops. */
export const planNotice = defineHook<PlanNotice>('plan-notice');
