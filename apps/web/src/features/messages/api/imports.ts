import { apiQuery } from '../../../lib/api/client.ts';

const SHOWN = 10;

/** The workspace's latest imports and the state of their rows. */
export const recentImports = () => apiQuery.messages.imports.queryOptions({ input: { limit: SHOWN, skip: 0 } });
