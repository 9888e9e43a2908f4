import { z } from 'zod';
import { entityId, instant } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';

/** Rules that the server runs even while no screen is open. */
export const ruleName = z.enum(['auto-delete', 'memory-pressure']);

/** `dry-run`: records what would have been deleted without deleting it. */
export const ruleMode = z.enum(['off', 'dry-run', 'on']);
export type ClusterRuleMode = z.infer<typeof ruleMode>;

export const clusterRule = z.object({
  rule: ruleName,
  mode: ruleMode,
  /** Who last changed the mode; null if it was never changed, and is off. */
  switchedBy: z.object({ _id: entityId, email: z.string() }).nullable(),
  switchedAt: instant.nullable(),
  /** When it last acted, or would have; null: never. */
  lastRunAt: instant.nullable(),
});
export type ClusterRule = z.infer<typeof clusterRule>;

const at = routesUnder('cluster');

export const automationOperations = {
  rules: query('cluster', 'admin')
    .route(at.get('/cluster/rules', 'Automatic cluster rules and who enabled them'))
    .output(z.object({ rules: z.array(clusterRule) })),
  setRule: mutation('cluster', 'admin')
    .route(at.put('/cluster/rules/{rule}', 'Set the mode of an automatic cluster rule'))
    .input(z.object({ rule: ruleName, mode: ruleMode }))
    .output(clusterRule),
};
