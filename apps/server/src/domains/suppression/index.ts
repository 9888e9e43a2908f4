import type { Domain } from '../../platform/domain.ts';
import { suppressionPersonalData } from './suppression.personal-data.ts';
import { suppressionRouter } from './suppression.routes.ts';

export { isOptOut } from './opt-out-words.ts';
export { ensureSubscriptions } from './subscription-link.ts';
export { type NewlySuppressed, numberSuppressed, suppress } from './suppress.ts';
export { isSuppressed, lockSuppressionsShared, suppressedAmong } from './suppression.queries.ts';

/** Numbers that have opted out: campaigns, series and bots respect it, and a person who writes to one is warned. */
export const suppressionDomain: Domain = {
  name: 'suppression',
  routers: { suppression: suppressionRouter },
  personalData: suppressionPersonalData,
};
