import { z } from 'zod';

/** Every plan that is sold, the smallest first. */
export const PLAN_NAMES = ['free', 'pro', 'business'] as const;
export const plan = z.enum(PLAN_NAMES);
export type Plan = z.infer<typeof plan>;

/** What a plan allows and costs: the one home of these figures. */
interface PlanTerms {
  gatewayEngines: number;
  /** For the assistant, for bots and for campaigns together; a calendar month in UTC. */
  creditsPerMonth: number;
  monthlyPriceCents: number;
}

export const PLANS: Readonly<Record<Plan, PlanTerms>> = {
  free: { gatewayEngines: 0, creditsPerMonth: 500, monthlyPriceCents: 0 },
  pro: { gatewayEngines: 1, creditsPerMonth: 20_000, monthlyPriceCents: 1_900 },
  business: { gatewayEngines: 5, creditsPerMonth: 200_000, monthlyPriceCents: 7_900 },
};

export const CURRENCY = 'EUR';
/** The plan that may be tried, once a workspace, and for how long. */
export const TRIAL = { plan: 'pro', days: 14 } as const;
/** So long before something stops its owners are told. */
export const TOLD_DAYS_BEFORE = 7;
/** Stands on the wire for "as many as you like". */
export const UNLIMITED_ENGINES = 1_000_000;

/** Whether one plan is a larger one than another. */
export const isLarger = (one: Plan, than: Plan): boolean => PLAN_NAMES.indexOf(one) > PLAN_NAMES.indexOf(than);

/**
 * Which gateway engines a limit holds: the oldest go on, the younger ones wait.
 * @param oldestFirst all of a workspace
 */
export const heldBeyond = <Engine>(oldestFirst: readonly Engine[], limit: number): Engine[] => oldestFirst.slice(limit);
