import { z } from 'zod';
import { schemaFault } from '../text/faults.ts';

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, schemaFault('timeOfDay'));

/** Hours between which nothing goes out to a contact, in the contact's zone. They may pass midnight. */
export const quietHours = z
  .object({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: schemaFault('sameTimes') });
export type QuietHours = z.infer<typeof quietHours>;

/** What a contact has of its own: hours, `none` whatever its engine and the workspace say, or null: as they say. */
export const ownQuietHours = z.union([z.literal('none'), quietHours]).nullable();
export type OwnQuietHours = z.infer<typeof ownQuietHours>;
