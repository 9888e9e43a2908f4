/**
 * Ranges of the adoption dashboard (spec 000 section 2.2). In a file without schemas, so that URLs can be parsed
 * without loading them.
 */
export const STATISTICS_RANGES = ['7d', '30d', '90d', 'ytd', 'all'] as const;
export type StatisticsRange = (typeof STATISTICS_RANGES)[number];
