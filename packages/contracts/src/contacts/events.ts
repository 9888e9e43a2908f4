import { z } from 'zod';

/** The address book was changed: read it again. */
export const contactsLiveEvents = [z.object({ type: z.literal('contacts.stale') })] as const;
