import type { Domain } from '../../platform/domain.ts';
import { suppressionPersonalData } from './suppression.personal-data.ts';
import { suppressionRouter } from './suppression.routes.ts';

export { isOptOut } from './stop-words.ts';
export { ensureSubscriptions } from './subscription-link.ts';
export { type NewlySuppressed, numberSuppressed, suppress } from './suppress.ts';
export { isSuppressed, lockSuppressionsShared, suppressedAmong } from './suppression.queries.ts';

/** Who wants no messages: campaigns, series and bots obey, a person who writes by hand is warned. */
export const suppressionDomain: Domain = {
  name: 'suppression',
  routers: { suppression: suppressionRouter },
  personalData: suppressionPersonalData,
};
