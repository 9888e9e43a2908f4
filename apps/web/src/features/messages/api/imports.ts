import { apiQuery } from '../../../lib/api/client.ts';

const SHOWN = 10;

/** The latest imports of the workspace and where their rows stand. */
export const recentImports = () => apiQuery.messages.imports.queryOptions({ input: { limit: SHOWN, skip: 0 } });
