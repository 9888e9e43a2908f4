import { z } from 'zod';

/** The address book changed; reload it. */
export const contactsLiveEvents = [z.object({ type: z.literal('contacts.stale') })] as const;
