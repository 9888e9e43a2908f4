import { z } from 'zod';

/** MCP clients of the workspace have changed: read them again. */
export const mcpLiveEvents = [z.object({ type: z.literal('grants.changed') })] as const;
