import { z } from 'zod';

/**
 * Source of a person's time zone: their contact, the country of their number if it has a single zone, or the
 * workspace's zone as an assumption.
 */
export const zoneSource = z.enum(['contact', 'number', 'workspace']);
export type ZoneSource = z.infer<typeof zoneSource>;
