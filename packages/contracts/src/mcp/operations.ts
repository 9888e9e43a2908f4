import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';

/** Access that a client can be granted: to read, and to change. */
const accessScope = z.enum(['mcp:read', 'mcp:write']);
export type AccessScope = z.infer<typeof accessScope>;

/** The signed query of an access request: everything after `?` in the consent page's URL. */
const signedQuery = z.string().min(1).max(8_000);

/** A client that a member has granted access to a workspace. */
export const grant = z.object({
  _id: entityId,
  /** Name reported by the client itself. */
  clientName: z.string(),
  /** Site that publishes the client's metadata; null if the client supplied it itself. */
  publisher: z.string().nullable(),
  /** Hosts it may redirect to. */
  redirectHosts: z.array(z.string()),
  scopes: z.array(accessScope),
  /** Name of the member it acts for; it has at most their permissions. */
  by: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Grant = z.infer<typeof grant>;

export const oauthErrors = {
  ACCESS_REQUEST_OVER: {
    status: 409,
    message: 'This request for access is invalid or has expired. Start again in the program that sent you here.',
  },
} as const;

const at = routesUnder('oauth');

export const oauthContract = {
  request: query(null)
    .route(at.get('/oauth/request', 'Details of a client’s access request'))
    .input(z.object({ query: signedQuery }))
    .output(
      z.object({
        clientName: z.string(),
        /** Site that publishes the client's metadata; null if the client supplied it itself, as anyone could. */
        publisher: z.string().nullable(),
        /** Where the browser is redirected afterwards: a host, or the scheme of a program. */
        returnsTo: z.string(),
        /** Whether it is a program on the person's own machine. */
        isLocal: z.boolean(),
        scopes: z.array(accessScope),
      }),
    ),
  decide: mutation(null)
    .route(at.post('/oauth/request/decide', 'Grant or deny a client’s access request'))
    .input(z.object({ query: signedQuery, isAllowed: z.boolean(), scopes: z.array(accessScope).max(2) }))
    .output(z.object({ redirectTo: z.string().describe('URL to open next.') })),
  grants: query(null)
    .route(at.get('/oauth/grants', 'Clients I granted access to the workspace; for admins, all clients'))
    .input(listQuery.pick({ limit: true, skip: true }))
    .output(page(grant)),
  revoke: mutation(null)
    .route(at.post('/oauth/grants/{id}/revoke', 'Revoke a client’s access at once'))
    .input(z.object({ id: entityId }))
    .output(z.object({ _id: entityId })),
};
