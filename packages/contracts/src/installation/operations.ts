import { z } from 'zod';
import { role } from '../accounts/operations.ts';
import { plan } from '../billing/plans.ts';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { mutation, query, queryOfOthers, routesUnder } from '../operation.ts';
import { workspaceErrors } from '../workspaces/operations.ts';
import { ACTIVITY_FILTERS, PERSON_FILTERS, WORKSPACE_FILTERS } from './filters.ts';

const suspendedAt = instant.nullable().describe('Since when it is kept out; null: it is not.');
const deleteAfter = instant.nullable().describe('From when it is removed; null: it stays.');

const person = z.object({
  _id: entityId,
  fullName: z.string(),
  email: z.string(),
  role,
  hasTwoFactor: z.boolean(),
  workspaces: z.number().int(),
  engines: z.number().int(),
  signIns: z.number().int().describe('Where they are signed in now.'),
  lastSignInAt: instant.nullable().describe('Of the sign-ins that have not ended; null: there is none.'),
  createdAt: instant,
  suspendedAt,
  deleteAfter,
});
export type InstallationPerson = z.infer<typeof person>;

const workspace = z.object({
  _id: entityId,
  name: z.string(),
  owner: z.string().nullable().describe('The email of the one who has owned it for longest.'),
  plan,
  people: z.number().int(),
  engines: z.number().int(),
  connected: z.number().int().describe('Engines that are connected.'),
  sent: z.number().int().describe('Messages sent in the last 30 days.'),
  fileBytes: z.number().int(),
  createdAt: instant,
  suspendedAt,
  deleteAfter,
});
export type InstallationWorkspace = z.infer<typeof workspace>;

const entry = z.object({
  _id: entityId,
  at: instant,
  by: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  subjectName: z.string().nullable().describe('Of the person, where it was done to one.'),
  address: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type InstallationEntry = z.infer<typeof entry>;

const check = z.object({
  about: z.string(),
  state: z.enum(['ok', 'warning', 'failing', 'unknown']),
  text: z.string(),
  remedy: z.string().nullable().describe('Null: there is nothing to do.'),
});
export type InstallationCheck = z.infer<typeof check>;

const retention = z.object({
  setting: z.string().describe('The environment variable that says so.'),
  what: z.string(),
  days: z.number().int().nullable().describe('Null: for ever.'),
});
export type Retention = z.infer<typeof retention>;

const list = listQuery.omit({ sort: true }).extend({
  search: z.string().max(200).optional().describe('In names and addresses.'),
});
const byId = z.object({ id: entityId });

const at = routesUnder('installation');

/** What admins of the platform do with all of it. */
export const installationContract = {
  people: queryOfOthers()
    .route(at.get('/installation/people', 'Everybody with an account, newest first'))
    .input(list.extend({ filter: z.enum(PERSON_FILTERS).default('all') }))
    .output(page(person)),
  suspendPerson: mutation(null, 'admin')
    .route(at.post('/installation/people/{id}/suspension', 'Keep a person out, and stop what acts for them'))
    .input(byId)
    .output(person),
  reinstatePerson: mutation(null, 'admin')
    .route(at.delete('/installation/people/{id}/suspension', 'Let a person in again'))
    .input(byId)
    .output(person),
  setRole: mutation(null, 'admin')
    .route(at.put('/installation/people/{id}/role', 'Give a person another role of the platform'))
    .input(byId.extend({ role }))
    .output(person),
  resetTwoFactor: mutation(null, 'admin')
    .route(
      at.post('/installation/people/{id}/two-factor/reset', 'Take the second factor and passkeys of a person away'),
    )
    .input(byId)
    .output(person),
  endSignIns: mutation(null, 'admin')
    .route(at.post('/installation/people/{id}/sign-ins/end', 'Sign a person out everywhere'))
    .input(byId)
    .output(person),
  deletePerson: mutation(null, 'admin')
    .route(at.post('/installation/people/{id}/deletion', 'Keep a person out, and delete their account in 14 days'))
    .errors({ LAST_OWNER: workspaceErrors.LAST_OWNER })
    .input(byId)
    .output(person),
  keepPerson: mutation(null, 'admin')
    .route(at.delete('/installation/people/{id}/deletion', 'Keep the account of a person after all'))
    .input(byId)
    .output(person),
  workspaces: queryOfOthers()
    .route(at.get('/installation/workspaces', 'All workspaces and what they use, newest first'))
    .input(list.extend({ filter: z.enum(WORKSPACE_FILTERS).default('all') }))
    .output(page(workspace)),
  suspendWorkspace: mutation(null, 'admin')
    .route(
      at.post('/installation/workspaces/{id}/suspension', 'Keep everybody out of a workspace, and stop its engines'),
    )
    .input(byId)
    .output(workspace),
  reinstateWorkspace: mutation(null, 'admin')
    .route(at.delete('/installation/workspaces/{id}/suspension', 'Open a suspended workspace again'))
    .input(byId)
    .output(workspace),
  deleteWorkspace: mutation(null, 'admin')
    .route(at.post('/installation/workspaces/{id}/deletion', 'Delete a workspace in 14 days'))
    .input(byId)
    .output(workspace),
  keepWorkspace: mutation(null, 'admin')
    .route(at.delete('/installation/workspaces/{id}/deletion', 'Keep a workspace after all'))
    .input(byId)
    .output(workspace),
  audit: queryOfOthers()
    .route(at.get('/installation/audit', 'What was done to accounts and by admins of the platform, latest first'))
    .input(
      listQuery.omit({ sort: true }).extend({
        by: z.string().max(200).optional().describe('In the actor’s name or address.'),
        filter: z.enum(ACTIVITY_FILTERS).default('all'),
      }),
    )
    .output(page(entry)),
  checks: query(null, 'admin')
    .route(at.get('/installation/checks', 'What keeps this installation from working, or will, each with its remedy'))
    .output(z.array(check)),
  retention: query(null, 'admin')
    .route(at.get('/installation/retention', 'How long each thing is kept'))
    .output(z.array(retention)),
};
