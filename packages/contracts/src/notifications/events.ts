import { z } from 'zod';

/** What somebody is told of has changed. With `userId`: for that person alone. */
export const notificationsLiveEvents = [
  z.object({
    type: z.literal('notifications.changed'),
    userId: z.string().optional(),
  }),
] as const;
