/**
 * The ranges of the adoption dashboard (spec 000 section 2.2). Apart from the schemas, so that an address can be read
 * without them.
 */
export const STATISTICS_RANGES = ['7d', '30d', '90d', 'ytd', 'all'] as const;
export type StatisticsRange = (typeof STATISTICS_RANGES)[number];
