import { z } from 'zod';

/** Notifications or their settings changed; with `userId` only that person's. */
export const notificationsLiveEvents = [
  z.object({
    type: z.literal('notifications.changed'),
    userId: z.string().optional(),
  }),
] as const;
