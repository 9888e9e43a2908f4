import { z } from 'zod';

/**
 * Who says in which zone somebody is: their contact, the country of their number where it has one zone, or nobody, so
 * that the workspace's is assumed.
 */
export const zoneSource = z.enum(['contact', 'number', 'workspace']);
export type ZoneSource = z.infer<typeof zoneSource>;
