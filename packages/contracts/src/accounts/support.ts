import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';

/** One time that somebody of the platform looked at a workspace through a member's eyes. */
export const supportGrant = z.object({
  _id: entityId,
  /** Who looked. */
  by: z.string(),
  /** Through whose eyes. */
  as: z.string(),
  reason: z.string(),
  from: instant,
  /** When it ended, or will by itself. */
  until: instant,
});

const consent = z.object({
  /** Whether support may read what people wrote in chats. */
  mayReadTexts: z.boolean(),
});

const supported = z.object({
  userId: entityId,
  workspaceId: entityId,
  fullName: z.string(),
  workspaceName: z.string(),
});
/** Whom an address names, and where. */
export type Supported = z.infer<typeof supported>;

export const supportErrors = {
  /** The caller may support this person after saying why: see `support.begin`. */
  SUPPORT_REASON_NEEDED: {
    status: 403,
    message: 'Say why you look at the screens of somebody else.',
    data: supported,
  },
  SUPPORT_NO_TEXTS: { status: 403, message: 'The owner has not allowed support to read chats.' },
} as const;

const at = routesUnder('support');

export const supportContract = {
  begin: mutation(null)
    .route(at.post('/support/looks', 'Look at a person’s screens, with a reason'))
    .input(z.object({ userId: entityId, workspaceId: entityId, reason: lineOfText(300) }))
    .output(z.object({ until: instant })),
  end: mutation(null)
    .route(at.post('/support/looks/end', 'End my looks at a person’s screens'))
    .input(z.object({ userId: entityId }))
    .output(z.object({ ended: z.number().int() })),
  list: query(null, 'workspace-admin')
    .route(at.get('/support/looks', 'Who of support looked at this workspace'))
    .input(listQuery.pick({ limit: true, skip: true }))
    .output(page(supportGrant)),
  consent: query(null).route(at.get('/support/consent', 'What support may read here')).output(consent),
  setConsent: mutation(null, 'workspace-admin')
    .route(at.put('/support/consent', 'Say what support may read here'))
    .input(consent)
    .output(consent),
};
