import { z } from 'zod';

/** All plans, smallest first. */
export const PLAN_NAMES = ['free', 'pro', 'business'] as const;
export const plan = z.enum(PLAN_NAMES);
export type Plan = z.infer<typeof plan>;

/** What a plan includes and costs; the only definition of these figures. */
interface PlanTerms {
  gatewayEngines: number;
  /** Shared by the assistant, bots and campaigns, per calendar month (UTC). */
  creditsPerMonth: number;
  monthlyPriceCents: number;
}

export const PLANS: Readonly<Record<Plan, PlanTerms>> = {
  free: { gatewayEngines: 0, creditsPerMonth: 500, monthlyPriceCents: 0 },
  pro: { gatewayEngines: 1, creditsPerMonth: 20_000, monthlyPriceCents: 1_900 },
  business: { gatewayEngines: 5, creditsPerMonth: 200_000, monthlyPriceCents: 7_900 },
};

export const CURRENCY = 'EUR';
/** The trial: its plan and duration. Available once per workspace. */
export const TRIAL = { plan: 'pro', days: 14 } as const;
/** Days before a plan ends when its owners are notified. */
export const PLAN_NOTICE_DAYS = 7;
/** Wire value for "unlimited". */
export const UNLIMITED_ENGINES = 1_000_000;

/** Whether the first plan is larger than the second. */
export const isLarger = (first: Plan, second: Plan): boolean => PLAN_NAMES.indexOf(first) > PLAN_NAMES.indexOf(second);

/**
 * Returns the gateway engines beyond a plan's limit. The oldest engines keep running.
 * @param oldestFirst all gateway engines of a workspace
 */
export const enginesBeyondLimit = <Engine>(oldestFirst: readonly Engine[], limit: number): Engine[] =>
  oldestFirst.slice(limit);
