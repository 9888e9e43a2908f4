import { z } from 'zod';

/** The workspace’s name, settings or people are not as they were. */
export const workspacesLiveEvents = [z.object({ type: z.literal('workspace.changed') })] as const;
