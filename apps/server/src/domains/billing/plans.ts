import type { plan } from '@switchyard/contracts/accounts';
import type { z } from 'zod';

export type Plan = z.infer<typeof plan>;

/** Every plan we sell, the smallest first. */
export const PLANS = ['free', 'pro'] as const satisfies readonly Plan[];

const ENGINES: Record<Plan, number> = { free: 0, pro: 1 };

/** The plan that a workspace's row names; a name that we no longer sell counts as `free`. */
export const toPlan = (name: string): Plan => (name === 'pro' ? 'pro' : 'free');

/** How many gateway engines a plan allows. */
export const allowedEngineCount = (plan: Plan): number => ENGINES[plan];
