import { z } from 'zod';
import { entityId, instant } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';

/** The automatic actions that the server can carry out while no screen is open. */
export const ruleName = z.enum(['auto-delete', 'memory-pressure']);

/** `dry-run`: it writes down what it would have deleted, and deletes nothing. */
export const ruleMode = z.enum(['off', 'dry-run', 'on']);
export type ClusterRuleMode = z.infer<typeof ruleMode>;

export const clusterRule = z.object({
  rule: ruleName,
  mode: ruleMode,
  /** Who switched it last; null: nobody ever did, and it is off. */
  switchedBy: z.object({ _id: entityId, email: z.string() }).nullable(),
  switchedAt: instant.nullable(),
  /** When it last acted, or would have; null: never. */
  lastRunAt: instant.nullable(),
});
export type ClusterRule = z.infer<typeof clusterRule>;

const at = routesUnder('cluster');

export const automationOperations = {
  rules: query('cluster', 'admin')
    .route(at.get('/cluster/rules', 'What the server does by itself, and who switched it on'))
    .output(z.object({ rules: z.array(clusterRule) })),
  setRule: mutation('cluster', 'admin')
    .route(at.put('/cluster/rules/{rule}', 'Switch what the server does by itself'))
    .input(z.object({ rule: ruleName, mode: ruleMode }))
    .output(clusterRule),
};
