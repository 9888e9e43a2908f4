import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';

/** A support session: a platform admin viewed a workspace as one of its members. */
export const supportGrant = z.object({
  _id: entityId,
  /** Name of the platform admin. */
  by: z.string(),
  /** Name of the member whose view was used. */
  as: z.string(),
  reason: z.string(),
  from: instant,
  /** When it ended or will expire. */
  until: instant,
});

const consent = z.object({
  /** Whether support may read the messages in chats. */
  mayReadTexts: z.boolean(),
});

const supportTarget = z.object({
  userId: entityId,
  workspaceId: entityId,
  fullName: z.string(),
  workspaceName: z.string(),
});
/** The person and workspace addressed by a support request. */
export type SupportTarget = z.infer<typeof supportTarget>;

export const supportErrors = {
  /** The caller may support this person after giving a reason; see `support.begin`. */
  SUPPORT_REASON_NEEDED: {
    status: 403,
    message: 'Enter a reason for viewing someone else’s screens.',
    data: supportTarget,
  },
  SUPPORT_NO_TEXTS: { status: 403, message: 'The owner has not allowed support to read chats.' },
} as const;

const at = routesUnder('support');

export const supportContract = {
  begin: mutation(null)
    .route(at.post('/support/looks', 'Start a support session for a person, with a reason'))
    .input(z.object({ userId: entityId, workspaceId: entityId, reason: lineOfText(300) }))
    .output(z.object({ until: instant })),
  end: mutation(null)
    .route(at.post('/support/looks/end', 'End my support sessions for a person'))
    .input(z.object({ userId: entityId }))
    .output(z.object({ ended: z.number().int() })),
  list: query(null, 'workspace-admin')
    .route(at.get('/support/looks', 'Support sessions in this workspace'))
    .input(listQuery.pick({ limit: true, skip: true }))
    .output(page(supportGrant)),
  consent: query(null).route(at.get('/support/consent', 'What support may read in this workspace')).output(consent),
  setConsent: mutation(null, 'workspace-admin')
    .route(at.put('/support/consent', 'Set what support may read in this workspace'))
    .input(consent)
    .output(consent),
};
