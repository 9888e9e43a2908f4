import { z } from 'zod';
import { plan } from './accounts.ts';
import { entityId, instant } from './entity.ts';
import { changes, reads } from './operation.ts';

/** The workspace's plan, what each plan allows, and how it came about. */
export const subscription = z.object({
  plan,
  plans: z.array(z.object({ plan, allowedEngineCount: z.number().int() })),
  /** Whether the caller may change the plan here and now. */
  mayChange: z.boolean(),
  /** Latest first, at most 20. */
  changes: z.array(z.object({ _id: entityId, from: plan, to: plan, by: z.string(), createdAt: instant })),
});
export type Subscription = z.infer<typeof subscription>;

export const billingContract = {
  subscription: reads('billing')
    .route({ method: 'GET', path: '/subscription', tags: ['billing'], summary: 'The plan of the workspace' })
    .output(subscription),
  changePlan: changes('billing')
    .route({
      method: 'POST',
      path: '/subscription/plan',
      tags: ['billing'],
      summary: 'Change the plan, without payment: owners in the demo, platform admins elsewhere',
    })
    .input(z.object({ plan }))
    .output(subscription),
};
