import { z } from 'zod';
import { plan } from '../billing/plans.ts';
import { entityId, instant, lineOfText, listQuery, page, zoneName } from '../entity.ts';
import { crossWorkspaceQuery, mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { workspaceErrors } from '../workspaces/operations.ts';

export const role = z.enum(['admin', 'support', 'user']);

/** Languages of the user interface. */
export const languages = z.enum(['en', 'es', 'pt', 'de', 'he', 'ar']);

/** A person's time format; null falls back to the workspace's zone, the browser's clock or the common week start. */
const times = z.object({
  zone: zoneName.nullable(),
  clock: z.enum(['h12', 'h23']).nullable(),
  weekStart: z.number().int().min(0).max(6).nullable().describe('0: Sunday. Null: Monday.'),
});
export type Times = z.infer<typeof times>;

/** The signed-in user, their current workspace and their permissions. */
export const me = z.object({
  _id: entityId,
  email: z.string(),
  fullName: z.string(),
  picture: z.string().nullable().describe('A small image as a `data:` address.'),
  language: languages.nullable().describe('The language chosen by the person, or null.'),
  times,
  deleteAfter: instant.nullable().describe('When the account will be deleted, or null.'),
  role,
  workspace: z.object({
    _id: entityId,
    name: z.string(),
    zone: z.string(),
    country: z.string(),
    exampleNumber: z.string().describe('An example number of its country, in E.164 form.'),
    plan,
    role: z.string(),
    deleteAfter: instant.nullable().describe('When the workspace and all its data will be deleted, or null.'),
  }),
  workspaces: z.array(
    z.object({
      _id: entityId,
      name: z.string(),
      needsTwoFactor: z
        .boolean()
        .describe('Whether the person must set up two-factor authentication before entering it.'),
    }),
  ),
  allowedEngineCount: z.number().int(),
  /** The server's time, so that a browser can correct for a wrong clock. */
  serverTime: instant,
  /** Set when the request came with x-supported-user-id from an admin: screens are read-only. */
  supportMode: z.boolean(),
  /** When support mode ends; null outside support mode. */
  supportUntil: instant.nullable(),
});
export type Me = z.infer<typeof me>;

/** Maximum length of a profile picture's data URL; the browser shrinks the image first. */
export const MAX_PICTURE_LENGTH = 40_000;

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/**
 * Body of `POST /api/auth/sign-up/email`. `zone` and `country` are the browser's guesses for the person's first
 * workspace; values unknown to the server are ignored.
 */
export const signUp = z.object({
  name: lineOfText(120),
  email: z.email(schemaFault('email')).max(254),
  password: z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH),
  workspaceName: lineOfText(120).optional(),
  zone: z.string().max(64).optional(),
  country: z.string().max(8).optional(),
  /** Language of the sign-up page; defaults to English. */
  language: languages.optional(),
  /** Token of the link printed at startup: makes the person the platform's first admin. */
  firstAdmin: z.string().max(200).optional(),
  /** Token of an invitation link, required where only invited people may sign up. */
  invitation: z.object({ workspaceId: entityId, token: z.string().max(200) }).optional(),
});

/** Path of `undoEmailChange` under `/api`; the mailed link works without signing in. */
export const UNDO_EMAIL_PATH = '/email-changes/undo';

/** Body of `POST /api/auth/confirm`: confirms the signed-in person's identity. */
export const confirmation = z.object({ password: z.string().min(1).max(MAX_PASSWORD_LENGTH) });

/** What the web app must know before sign-in. */
export const publicSettings = z.object({
  demo: z.boolean(),
  demoAccounts: z.array(z.object({ email: z.string(), password: z.string(), kind: z.enum(['pro', 'free', 'admin']) })),
  version: z.string(),
  supportContact: z.string().nullable().describe('Contact for support requests, or null.'),
  signUp: z.enum(['open', 'invite', 'closed']).describe('Who may create an account.'),
});

const signIn = z.object({
  _id: entityId,
  device: z.string().describe('As reported by the browser, such as `Firefox on Linux`.'),
  address: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
  isCurrent: z.boolean(),
});
export type SignIn = z.infer<typeof signIn>;

const security = z.object({
  hasTwoFactor: z.boolean(),
  demandedBy: z.array(z.string()).describe('Names of the workspaces that require two-factor authentication.'),
  hasPassword: z.boolean(),
  isAddressVerified: z
    .boolean()
    .nullable()
    .describe('Whether the address was verified by a mailed link. Null if this server sends no mail.'),
  passkeys: z.array(z.object({ _id: entityId, name: z.string(), createdAt: instant })),
});
export type Security = z.infer<typeof security>;

const at = routesUnder('accounts');
const atWorkspaces = routesUnder('workspaces');

export const accountsContract = {
  me: query(null).route(at.get('/me', 'The signed-in user')).output(me),
  settings: query(null, 'public').route(at.get('/settings', 'Public settings')).output(publicSettings),
  switchWorkspace: mutation(null)
    .route(at.post('/me/workspace', 'Switch to another workspace'))
    .input(z.object({ workspaceId: entityId }))
    .output(me),
  updateWorkspace: mutation(null, 'workspace-admin')
    .route(atWorkspaces.patch('/workspace', 'Rename the workspace, set its zone and country'))
    .input(
      z.object({
        name: lineOfText(120).optional(),
        zone: zoneName.optional(),
        country: z.string().length(2).optional(),
      }),
    )
    .output(me),
  updateProfile: mutation(null)
    .route(at.patch('/me', 'Change my name, picture, language or time format'))
    .input(
      z.object({
        fullName: lineOfText(120).optional(),
        picture: z
          .string()
          .max(MAX_PICTURE_LENGTH, schemaFault('pictureTooLarge'))
          .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, schemaFault('pictureKind'))
          .nullish(),
        language: languages.optional(),
        times: times.partial().optional(),
      }),
    )
    .output(me),
  exportMine: mutation(null)
    .route(at.post('/me/export', 'Export all my personal data as one document'))
    .output(z.object({ exportedAt: instant, person: z.unknown(), tables: z.record(z.string(), z.array(z.unknown())) })),
  remove: mutation(null)
    .route(at.post('/me/deletion', 'Schedule the deletion of my account in 14 days'))
    .errors({ LAST_OWNER: workspaceErrors.LAST_OWNER })
    .output(z.object({ deleteAfter: instant })),
  keep: mutation(null)
    .route(at.delete('/me/deletion', 'Cancel the deletion of my account'))
    .output(z.object({ deleteAfter: z.null() })),
  security: query(null).route(at.get('/me/security', 'Security settings of my account')).output(security),
  askVerification: mutation(null)
    .route(at.post('/me/verification', 'Send a link to verify my email address'))
    .output(z.object({ to: z.string() })),
  verifyAddress: mutation(null)
    .route(at.put('/me/verification', 'Verify my email address with the mailed link'))
    .input(z.object({ token: z.string().max(200) }))
    .output(z.object({ isAddressVerified: z.literal(true) })),
  askEmailChange: mutation(null)
    .route(
      at.post(
        '/me/email',
        'Start changing my email address: mails a link to the new address and a notice to the current one',
      ),
    )
    .input(z.object({ email: signUp.shape.email }))
    .output(z.object({ to: z.string() })),
  confirmEmailChange: mutation(null)
    .route(at.put('/me/email', 'Confirm the new email address with the mailed link'))
    .input(z.object({ token: z.string().max(200) }))
    .output(z.object({ email: z.string() })),
  undoEmailChange: mutation(null, 'public')
    .route(at.post(UNDO_EMAIL_PATH, 'Restore the previous email address with the mailed link, within a week'))
    .input(z.object({ token: z.string().max(200) }))
    .output(z.object({ email: z.string() })),
  revokeCredentials: mutation(null)
    .route(at.post('/me/credentials/revoke', 'Revoke all my API keys, passkeys and MCP clients'))
    .output(z.object({ keys: z.number().int(), passkeys: z.number().int() })),
  removePasskey: mutation(null)
    .route(at.delete('/me/passkeys/{id}', 'Remove one of my passkeys'))
    .input(z.object({ id: entityId }))
    .output(z.object({ _id: entityId })),
  signIns: query(null)
    .route(at.get('/me/sign-ins', 'My active sign-ins, latest first'))
    .input(listQuery.omit({ sort: true }))
    .output(page(signIn)),
  endSignIn: mutation(null)
    .route(at.delete('/me/sign-ins/{id}', 'Sign out elsewhere'))
    .input(z.object({ id: entityId }))
    .output(z.object({ ended: z.number().int() })),
  endOtherSignIns: mutation(null)
    .route(at.post('/me/sign-ins/end-others', 'Sign out everywhere else'))
    .output(z.object({ ended: z.number().int() })),
  diagnostics: query(null, 'admin')
    .route(at.get('/diagnostics', 'Versions, settings without secrets, sizes and counts, for support requests'))
    .output(z.record(z.string(), z.unknown())),
  /** Mail written to the outbox instead of being sent; admins only. */
  outbox: crossWorkspaceQuery()
    .route(at.get('/outbox', 'Mail that was not sent by SMTP'))
    .input(listQuery)
    .output(
      page(z.object({ _id: entityId, to: z.string(), subject: z.string(), text: z.string(), createdAt: instant })),
    ),
};
