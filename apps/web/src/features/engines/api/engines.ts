import { MAX_PAGE_SIZE } from '@switchyard/contracts/entity';
import { apiQuery } from '../../../lib/api/client.ts';

/** Every engine of the workspace; a plan allows few. */
export const enginesList = apiQuery.engines.list.queryOptions({ input: { limit: MAX_PAGE_SIZE } });
