import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { crossWorkspaceQuery, query, routesUnder } from '../operation.ts';
import { STATISTICS_RANGES } from './ranges.ts';
import { nodeEvent } from './sessions.ts';

/** Spec 000 section 3, with its names. Growth is in percent; null if there is no earlier period to compare with. */
export const overviewStats = z.object({
  totalAgents: z.number().int(),
  deployedAgents: z.number().int(),
  draftAgents: z.number().int(),
  activeAgents: z.number().int(),
  totalSessions: z.number().int(),
  averageNodesPerAgent: z.number(),
  botUsageGrowth: z.number().nullable(),
});
export type OverviewStats = z.infer<typeof overviewStats>;

export const nodeTypeItem = z.object({ name: z.string(), value: z.number().int(), color: z.string() });
export type NodeTypeItem = z.infer<typeof nodeTypeItem>;
/** `value`: percentage of bots. */
export const featureAdoptionItem = z.object({ name: z.string(), value: z.number() });
export type FeatureAdoptionItem = z.infer<typeof featureAdoptionItem>;

export const kbAdoption = z.object({
  totalKBs: z.number().int(),
  totalDocuments: z.number().int(),
  agentsUsingKB: z.number().int(),
  percentAgentsUsingKB: z.number(),
});
export type KbAdoption = z.infer<typeof kbAdoption>;

const counts = z.record(z.string(), z.number().int());
export const nodeEventStats = z.object({
  totalEvents: z.number().int(),
  totalErrors: z.number().int(),
  eventsByType: counts,
  processTypeDistribution: counts,
});
export type NodeEventStats = z.infer<typeof nodeEventStats>;

/** Time-dependent statistics, for the selectable ranges. */
const rangeStats = nodeEventStats.extend({
  totalSessions: z.number().int(),
  activeAgents: z.number().int(),
  botUsageGrowth: z.number().nullable(),
});
export type RangeStats = z.infer<typeof rangeStats>;

export const allStats = z.object({
  overviewStats,
  nodeTypeDistribution: z.array(nodeTypeItem),
  advancedFeatureAdoption: z.array(featureAdoptionItem),
  kbAdoption,
  nodeEventStats,
  /** The figures above are all-time; these are per range (docs/mechanisms/bot-statistics.md). */
  ranges: z.record(z.enum(STATISTICS_RANGES), rangeStats),
});
export type AllStats = z.infer<typeof allStats>;

/** The separate calls pass the dashboard's dates, which are always null (spec 000 section 7). */
const dates = z.object({ startDate: z.null().optional(), endDate: z.null().optional() });

const adminBot = z.object({
  _id: entityId,
  name: z.string(),
  workspaceId: entityId,
  owner: entityId.nullable(),
  activeDeploymentId: entityId.nullable(),
  nodeCount: z.number().int(),
  updatedAt: instant,
});
const adminDeployment = z.object({
  _id: entityId,
  botId: entityId,
  workspaceId: entityId,
  versionNumber: z.number().int(),
  isActive: z.boolean(),
  createdAt: instant,
  endedAt: instant.nullable(),
});

const at = routesUnder('bots');

const stats = (path: string, summary: string) =>
  query(null, 'admin').route(at.post(`/bot-statistics/${path}`, summary));
const adminList = (path: string, summary: string) =>
  crossWorkspaceQuery()
    .route(at.get(`/admin/${path}`, summary))
    .input(listQuery.omit({ sort: true }));

export const botStatisticsOperations = {
  overviewStats: stats('overview', 'Key figures of the platform’s bots').input(dates).output(overviewStats),
  nodeTypeDistribution: stats('node-types', 'Distribution of node types').input(dates).output(z.array(nodeTypeItem)),
  advancedFeatureAdoption: stats('features', 'Feature adoption').input(dates).output(z.array(featureAdoptionItem)),
  kbAdoption: stats('knowledge', 'Knowledge bases and the bots that use them').input(dates).output(kbAdoption),
  allStats: stats('all', 'All statistics in one call').input(dates).output(allStats),
  adminBots: adminList('bots', 'All bots of the platform').output(page(adminBot)),
  adminDeployments: adminList('bot-deployments', 'All deployments of the platform').output(page(adminDeployment)),
  adminNodeEvents: adminList('node-events', 'All bot events, newest first').output(page(nodeEvent)),
};
