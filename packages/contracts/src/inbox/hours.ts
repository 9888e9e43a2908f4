import { z } from 'zod';
import { zoneName } from '../entity.ts';
import { timeOfDay } from '../messages/quiet-hours.ts';
import { schemaFault } from '../text/faults.ts';

/** Of a day; several of one day may leave a break between them. */
const openSpan = z
  .strictObject({
    /** 1: Monday */
    day: z.int().min(1).max(7),
    from: timeOfDay,
    to: z.union([timeOfDay, z.literal('24:00')]),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: schemaFault('sameTimes') });

/** When the team answers, by a zone's clock. */
export const businessHours = z.strictObject({
  zone: zoneName,
  week: z.array(openSpan).min(1, schemaFault('empty')).max(50),
  /** Days on which nobody answers. */
  holidays: z.array(z.iso.date()).max(200),
});
export type BusinessHours = z.infer<typeof businessHours>;
