import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';

/** What a client may be allowed: to read, and to change. */
const accessScope = z.enum(['mcp:read', 'mcp:write']);
export type AccessScope = z.infer<typeof accessScope>;

/** The query of a request for access, as it was signed: what stands behind `?` of the consent page. */
const signedQuery = z.string().min(1).max(8_000);

/** A client that somebody has allowed to work in a workspace. */
export const grant = z.object({
  _id: entityId,
  /** As it calls itself. */
  clientName: z.string(),
  /** The site that publishes what is known of it; null: it has said it itself. */
  publisher: z.string().nullable(),
  /** Where it is sent back to. */
  redirectHosts: z.array(z.string()),
  scopes: z.array(accessScope),
  /** For whom it acts: it may what they may, and no more. */
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
    .route(at.get('/oauth/request', 'What a client asks for'))
    .input(z.object({ query: signedQuery }))
    .output(
      z.object({
        clientName: z.string(),
        /** The site that publishes what is known of it; null: it has said it itself, as anybody could. */
        publisher: z.string().nullable(),
        /** Where the person is sent back to: a host, or the scheme of a program. */
        returnsTo: z.string(),
        /** It is a program on the person's own machine. */
        isLocal: z.boolean(),
        scopes: z.array(accessScope),
      }),
    ),
  decide: mutation(null)
    .route(at.post('/oauth/request/decide', 'Allow a client what it asks for, or refuse it'))
    .input(z.object({ query: signedQuery, isAllowed: z.boolean(), scopes: z.array(accessScope).max(2) }))
    .output(z.object({ redirectTo: z.string().describe('Where the browser goes now.') })),
  grants: query(null)
    .route(at.get('/oauth/grants', 'Clients that you, or for admins anybody, allowed to work in the workspace'))
    .input(listQuery.pick({ limit: true, skip: true }))
    .output(page(grant)),
  revoke: mutation(null)
    .route(at.post('/oauth/grants/{id}/revoke', 'Take a client’s access away at once'))
    .input(z.object({ id: entityId }))
    .output(z.object({ _id: entityId })),
};
