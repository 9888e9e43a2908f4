import { operations } from '../../../platform/http/operations.ts';
import { beginSupport } from './begin-support.ts';
import { readConsent, setConsent } from './consent.ts';
import { endSupport } from './end-support.ts';
import { listGrants } from './list-grants.ts';

const { support } = operations;

export const supportRouter = {
  begin: support.begin.handler(async ({ input, context: { perform } }) => {
    const { until } = await perform(beginSupport, input);
    return { until: until.toISOString() };
  }),
  end: support.end.handler(({ input, context: { perform } }) => perform(endSupport, input)),
  list: support.list.handler(({ input, context: { db, actor } }) => listGrants(db, actor.workspaceId, input)),
  consent: support.consent.handler(({ context: { db, actor } }) => readConsent(db, actor.workspaceId)),
  setConsent: support.setConsent.handler(({ input, context: { perform } }) => perform(setConsent, input)),
};
