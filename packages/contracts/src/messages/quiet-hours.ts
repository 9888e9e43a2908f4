import { z } from 'zod';
import { schemaFault } from '../text/faults.ts';

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, schemaFault('timeOfDay'));

/** Hours during which a contact gets no messages, in the contact's time zone. May span midnight. */
export const quietHours = z
  .object({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: schemaFault('sameTimes') });
export type QuietHours = z.infer<typeof quietHours>;

/** A contact's own setting: hours, `none` to override engine and workspace, or null to use theirs. */
export const ownQuietHours = z.union([z.literal('none'), quietHours]).nullable();
export type OwnQuietHours = z.infer<typeof ownQuietHours>;
