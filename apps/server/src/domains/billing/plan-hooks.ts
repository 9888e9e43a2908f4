import { defineHook } from '../../platform/hooks.ts';

interface AppliedPlan {
  /** Null: all of them. */
  workspaceId: string | null;
  /** Null: any number. */
  gatewayEngines: number | null;
}

/** A workspace's plan is another now: whoever holds or lets go of something by it does so in this transaction. */
export const planApplied = defineHook<AppliedPlan>('plan-applied');

interface PlanNotice {
  workspaceId: string;
  /** One outage is told once: the same subject is the same notice. */
  subject: string;
  /** When it will, ISO 8601. */
  at: string;
  /** In words. */
  reason: string;
}

/** The owners of a workspace are to know that something of their plan stops. */
export const planNotice = defineHook<PlanNotice>('plan-notice');
