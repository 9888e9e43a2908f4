import { apiQuery } from '../../../lib/api/client.ts';

const MAX_SHOWN = 10;

/** The workspace's latest imports and the state of their rows. */
export const recentImports = () => apiQuery.messages.imports.queryOptions({ input: { limit: MAX_SHOWN, skip: 0 } });
