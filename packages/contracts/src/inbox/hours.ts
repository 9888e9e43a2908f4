import { z } from 'zod';
import { zoneName } from '../entity.ts';
import { timeOfDay } from '../messages/quiet-hours.ts';
import { schemaFault } from '../text/faults.ts';

/** Opening hours of a day; a day may have several, with breaks in between. */
const openSpan = z
  .strictObject({
    /** 1: Monday */
    day: z.int().min(1).max(7),
    from: timeOfDay,
    to: z.union([timeOfDay, z.literal('24:00')]),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: schemaFault('sameTimes') });

/** When the team answers, in a given time zone. */
export const businessHours = z.strictObject({
  zone: zoneName,
  week: z.array(openSpan).min(1, schemaFault('empty')).max(50),
  /** Days without business hours. */
  holidays: z.array(z.iso.date()).max(200),
});
export type BusinessHours = z.infer<typeof businessHours>;
