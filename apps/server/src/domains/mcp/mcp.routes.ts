import { operations } from '../../platform/http/operations.ts';
import { decide, readRequest } from './oauth/decide.ts';
import { listGrants } from './oauth/grants.queries.ts';
import { revokeGrant } from './oauth/revoke-grant.ts';

const { oauth } = operations;

export const oauthRouter = {
  request: oauth.request.handler(async ({ input, context: { db } }) => {
    const { clientId: _, ...request } = await readRequest(db, input.query, new Date());
    return request;
  }),
  decide: oauth.decide.handler(({ input, context: { platform, actor, headers } }) =>
    decide(platform, actor, headers, input),
  ),
  grants: oauth.grants.handler(({ input, context: { db, actor } }) => listGrants(db, actor, input)),
  revoke: oauth.revoke.handler(({ input, context: { perform } }) => perform(revokeGrant, input)),
};
