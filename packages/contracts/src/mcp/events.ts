import { z } from 'zod';

/** MCP clients of the workspace changed; reload them. */
export const mcpLiveEvents = [z.object({ type: z.literal('grants.changed') })] as const;
