import { z } from 'zod';

/** The workspace’s name, settings or members changed. */
export const workspacesLiveEvents = [z.object({ type: z.literal('workspace.changed') })] as const;
