import { type ApiKey, apiKey } from '@switchyard/contracts/accounts/api-keys';
import { presenter } from '../../../platform/presenter.ts';
import type { apiKeys } from '../keys.schema.ts';

const same = presenter(apiKey);

/** A key without its hash. */
export const presentKey = (row: typeof apiKeys.$inferSelect, by: string): ApiKey => ({ ...same(row), by });
