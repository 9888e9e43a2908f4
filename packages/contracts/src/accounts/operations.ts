import { z } from 'zod';
import { plan } from '../billing/plans.ts';
import { entityId, instant, lineOfText, listQuery, page, zoneName } from '../entity.ts';
import { mutation, query, queryOfOthers, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { workspaceErrors } from '../workspaces/operations.ts';

export const role = z.enum(['admin', 'support', 'user']);

/** Languages that screens are shown in. */
export const languages = z.enum(['en', 'es', 'pt', 'de', 'he', 'ar']);

/** How a person has times written for them; null: as the workspace, the browser or the week of most has it. */
const times = z.object({
  zone: zoneName.nullable(),
  clock: z.enum(['h12', 'h23']).nullable(),
  weekStart: z.number().int().min(0).max(6).nullable().describe('0: Sunday. Null: Monday.'),
});
export type Times = z.infer<typeof times>;

/** Who is signed in, where they work, and what they may do. */
export const me = z.object({
  _id: entityId,
  email: z.string(),
  fullName: z.string(),
  picture: z.string().nullable().describe('A small image as a `data:` address.'),
  language: languages.nullable().describe('What the person has chosen; null: nothing yet.'),
  times,
  deleteAfter: instant.nullable().describe('From when the account is removed; null: it stays.'),
  role,
  workspace: z.object({
    _id: entityId,
    name: z.string(),
    zone: z.string(),
    country: z.string(),
    exampleNumber: z.string().describe('A number of its country as an example, in E.164 form.'),
    plan,
    role: z.string(),
    deleteAfter: instant.nullable().describe('From when it is removed with all that is in it; null: it stays.'),
  }),
  workspaces: z.array(
    z.object({
      _id: entityId,
      name: z.string(),
      needsTwoFactor: z.boolean().describe('It cannot be entered before the person has a second factor.'),
    }),
  ),
  allowedEngineCount: z.number().int(),
  /** The server's clock when it answered, so that a browser with a wrong clock can tell. */
  serverTime: instant,
  /** Set when the request came with x-supported-user-id from an admin: screens are read-only. */
  supportMode: z.boolean(),
  /** When the support mode ends by itself; null: it is none. */
  supportUntil: instant.nullable(),
});
export type Me = z.infer<typeof me>;

/** Of a profile picture as text; the browser makes it small before. */
export const MAX_PICTURE_LENGTH = 40_000;

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/**
 * Body of `POST /api/auth/sign-up/email`. `zone` and `country` are what the browser guesses of the person's
 * surroundings, for their first workspace; values that the server does not know are ignored.
 */
export const signUp = z.object({
  name: lineOfText(120),
  email: z.email(schemaFault('email')).max(254),
  password: z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH),
  workspaceName: lineOfText(120).optional(),
  zone: z.string().max(64).optional(),
  country: z.string().max(8).optional(),
  /** Which the page was read in; left out: English, or not known. */
  language: languages.optional(),
  /** Of the link that the start prints: makes the platform's first admin. */
  firstAdmin: z.string().max(200).optional(),
  /** Of the link that leads to a workspace, where only those who are invited may sign up. */
  invitation: z.object({ workspaceId: entityId, token: z.string().max(200) }).optional(),
});

/** Of `undoEmailChange`, under `/api`: whoever has the mailed link need not be signed in. */
export const UNDO_EMAIL_PATH = '/email-changes/undo';

/** Body of `POST /api/auth/confirm`: who is signed in shows that it is still they. */
export const confirmation = z.object({ password: z.string().min(1).max(MAX_PASSWORD_LENGTH) });

/** What the web app must know before anyone has signed in. */
export const publicSettings = z.object({
  demo: z.boolean(),
  demoAccounts: z.array(z.object({ email: z.string(), password: z.string(), kind: z.enum(['pro', 'free', 'admin']) })),
  version: z.string(),
  supportContact: z.string().nullable().describe('Whom people ask for help; null: nobody is named.'),
  signUp: z.enum(['open', 'invite', 'closed']).describe('Whether strangers may make an account.'),
});

const signIn = z.object({
  _id: entityId,
  device: z.string().describe('As far as it says of itself, such as `Firefox on Linux`.'),
  address: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
  isCurrent: z.boolean(),
});
export type SignIn = z.infer<typeof signIn>;

const security = z.object({
  hasTwoFactor: z.boolean(),
  demandedBy: z.array(z.string()).describe('Names of the workspaces that ask for a second factor.'),
  hasPassword: z.boolean(),
  isAddressVerified: z
    .boolean()
    .nullable()
    .describe('Whether a mailed link has proven the address; null: this server sends no mail, and asks nobody.'),
  passkeys: z.array(z.object({ _id: entityId, name: z.string(), createdAt: instant })),
});
export type Security = z.infer<typeof security>;

const at = routesUnder('accounts');
const atWorkspaces = routesUnder('workspaces');

export const accountsContract = {
  me: query(null).route(at.get('/me', 'Who is signed in')).output(me),
  settings: query(null, 'public').route(at.get('/settings', 'Public settings')).output(publicSettings),
  switchWorkspace: mutation(null)
    .route(at.post('/me/workspace', 'Work in another of my workspaces'))
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
    .route(at.patch('/me', 'Change my name, picture, language, or how times are written for me'))
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
    .route(at.post('/me/export', 'All that names me, as one document'))
    .output(z.object({ exportedAt: instant, person: z.unknown(), tables: z.record(z.string(), z.array(z.unknown())) })),
  remove: mutation(null)
    .route(at.post('/me/deletion', 'Have my account deleted in 14 days'))
    .errors({ LAST_OWNER: workspaceErrors.LAST_OWNER })
    .output(z.object({ deleteAfter: instant })),
  keep: mutation(null)
    .route(at.delete('/me/deletion', 'Keep my account after all'))
    .output(z.object({ deleteAfter: z.null() })),
  security: query(null).route(at.get('/me/security', 'How my account is guarded')).output(security),
  askVerification: mutation(null)
    .route(at.post('/me/verification', 'Have a link mailed to me that proves my address'))
    .output(z.object({ to: z.string() })),
  verifyAddress: mutation(null)
    .route(at.put('/me/verification', 'Prove my address by the link that was mailed to it'))
    .input(z.object({ token: z.string().max(200) }))
    .output(z.object({ isAddressVerified: z.literal(true) })),
  askEmailChange: mutation(null)
    .route(at.post('/me/email', 'Have a link mailed to a new address of mine, and word to the present one'))
    .input(z.object({ email: signUp.shape.email }))
    .output(z.object({ to: z.string() })),
  confirmEmailChange: mutation(null)
    .route(at.put('/me/email', 'Take the new address by the link that was mailed to it'))
    .input(z.object({ token: z.string().max(200) }))
    .output(z.object({ email: z.string() })),
  undoEmailChange: mutation(null, 'public')
    .route(at.post(UNDO_EMAIL_PATH, 'Take an earlier address back, by the link that was mailed to it, in a week'))
    .input(z.object({ token: z.string().max(200) }))
    .output(z.object({ email: z.string() })),
  revokeCredentials: mutation(null)
    .route(at.post('/me/credentials/revoke', 'Revoke all my API keys, passkeys and MCP clients'))
    .output(z.object({ keys: z.number().int(), passkeys: z.number().int() })),
  removePasskey: mutation(null)
    .route(at.delete('/me/passkeys/{id}', 'Take a passkey of mine away'))
    .input(z.object({ id: entityId }))
    .output(z.object({ _id: entityId })),
  signIns: query(null)
    .route(at.get('/me/sign-ins', 'Where I am signed in, latest first'))
    .input(listQuery.omit({ sort: true }))
    .output(page(signIn)),
  endSignIn: mutation(null)
    .route(at.delete('/me/sign-ins/{id}', 'Sign out elsewhere'))
    .input(z.object({ id: entityId }))
    .output(z.object({ ended: z.number().int() })),
  endOtherSignIns: mutation(null)
    .route(at.post('/me/sign-ins/end-others', 'Sign out everywhere but here'))
    .output(z.object({ ended: z.number().int() })),
  diagnostics: query(null, 'admin')
    .route(
      at.get('/diagnostics', 'Versions, settings without secrets, sizes and counts, for whoever is asked for help'),
    )
    .output(z.record(z.string(), z.unknown())),
  /** Mail that was written to the outbox instead of being sent; admins only. */
  outbox: queryOfOthers()
    .route(at.get('/outbox', 'Mail that was not sent by SMTP'))
    .input(listQuery)
    .output(
      page(z.object({ _id: entityId, to: z.string(), subject: z.string(), text: z.string(), createdAt: instant })),
    ),
};
