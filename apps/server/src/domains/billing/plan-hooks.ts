import { hookKind } from '../../platform/hooks.ts';

interface AppliedPlan {
  /** Null: all of them. */
  workspaceId: string | null;
  /** Null: any number. */
  gatewayEngines: number | null;
}

/** A workspace's plan is another now: whoever holds or lets go of something by it does so in this transaction. */
export const planApplied = hookKind<AppliedPlan>('plan-applied');

interface PlanNotice {
  workspaceId: string;
  /** One outage is told once: the same subject is the same notice. */
  subject: string;
  data: Record<string, unknown>;
}

/** The owners of a workspace are to know that something of their plan stops. */
export const planNotice = hookKind<PlanNotice>('plan-notice');
