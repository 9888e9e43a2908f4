import type {
  AllStats,
  FeatureAdoptionItem,
  KbAdoption,
  NodeEventStats,
  NodeTypeItem,
  OverviewStats,
} from '@switchyard/contracts/bots/statistics';
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';

/** A section's data, or its error (null: use the default text). */
export type Section<Data> = { data: Data } | { error: string | null };

export interface DashboardData {
  overviewStats: Section<OverviewStats>;
  nodeTypeDistribution: Section<NodeTypeItem[]>;
  advancedFeatureAdoption: Section<FeatureAdoptionItem[]>;
  kbAdoption: Section<KbAdoption>;
  nodeEventStats: Section<NodeEventStats>;
  /** Null: the separate calls do not return ranges. */
  ranges: AllStats['ranges'] | null;
  lastUpdated: Date;
}

const NO_DATES = { startDate: null, endDate: null };

/**
 * All figures in one call; if that is missing or fails, the four separate ones, each of which may fail by itself (spec
 * 000 section 7). None of those returns events, so their section then reports a failure.
 */
export async function loadDashboard(): Promise<DashboardData> {
  const combined = await settled(api.bots.allStats({}));
  if ('data' in combined) {
    const { ranges, ...sections } = combined.data;
    return {
      overviewStats: { data: sections.overviewStats },
      nodeTypeDistribution: { data: sections.nodeTypeDistribution },
      advancedFeatureAdoption: { data: sections.advancedFeatureAdoption },
      kbAdoption: { data: sections.kbAdoption },
      nodeEventStats: { data: sections.nodeEventStats },
      ranges,
      lastUpdated: new Date(),
    };
  }
  const failure = { error: combined.error };
  if (!isUnavailable(combined.cause)) {
    return {
      overviewStats: failure,
      nodeTypeDistribution: failure,
      advancedFeatureAdoption: failure,
      kbAdoption: failure,
      nodeEventStats: failure,
      ranges: null,
      lastUpdated: new Date(),
    };
  }
  const [overviewStats, nodeTypeDistribution, advancedFeatureAdoption, kbAdoption] = await Promise.all([
    settled(api.bots.overviewStats(NO_DATES)),
    settled(api.bots.nodeTypeDistribution(NO_DATES)),
    settled(api.bots.advancedFeatureAdoption(NO_DATES)),
    settled(api.bots.kbAdoption(NO_DATES)),
  ]);
  return {
    overviewStats,
    nodeTypeDistribution,
    advancedFeatureAdoption,
    kbAdoption,
    nodeEventStats: failure,
    ranges: null,
    lastUpdated: new Date(),
  };
}

const isUnavailable = (cause: unknown): boolean =>
  cause instanceof ApiError &&
  (cause.status === 0 || cause.status === 404 || cause.status >= 500 || cause.code === 'UNREADABLE');

async function settled<Data>(call: Promise<Data>): Promise<{ data: Data } | { error: string | null; cause: unknown }> {
  try {
    return { data: await call };
  } catch (cause) {
    return { error: failureMessage(cause) ?? null, cause };
  }
}
