import { z } from 'zod';
import { role } from '../accounts/operations.ts';
import { plan } from '../billing/plans.ts';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { crossWorkspaceQuery, mutation, query, routesUnder } from '../operation.ts';
import { workspaceErrors } from '../workspaces/operations.ts';
import { ACTIVITY_FILTERS, PERSON_FILTERS, WORKSPACE_FILTERS } from './filters.ts';

const suspendedAt = instant.nullable().describe('When it was suspended; null if not suspended.');
const deleteAfter = instant.nullable().describe('When it will be deleted, or null.');

const person = z.object({
  _id: entityId,
  fullName: z.string(),
  email: z.string(),
  role,
  hasTwoFactor: z.boolean(),
  workspaces: z.number().int(),
  engines: z.number().int(),
  signIns: z.number().int().describe('Number of active sign-ins.'),
  lastSignInAt: instant.nullable().describe('Latest of the active sign-ins; null if there are none.'),
  createdAt: instant,
  suspendedAt,
  deleteAfter,
});
export type InstallationPerson = z.infer<typeof person>;

const workspace = z.object({
  _id: entityId,
  name: z.string(),
  owner: z.string().nullable().describe('Email address of the longest-standing owner.'),
  plan,
  people: z.number().int(),
  engines: z.number().int(),
  connected: z.number().int().describe('Number of connected engines.'),
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
  subjectName: z.string().nullable().describe('Name of the affected person, if any.'),
  address: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type InstallationEntry = z.infer<typeof entry>;

const check = z.object({
  about: z.string(),
  state: z.enum(['ok', 'warning', 'failing', 'unknown']),
  text: z.string(),
  remedy: z.string().nullable().describe('Null if there is nothing to do.'),
});
export type InstallationCheck = z.infer<typeof check>;

const retention = z.object({
  setting: z.string().describe('Environment variable that sets it.'),
  what: z.string(),
  days: z.number().int().nullable().describe('Null: kept for ever.'),
});
export type Retention = z.infer<typeof retention>;

const list = listQuery.omit({ sort: true }).extend({
  search: z.string().max(200).optional().describe('Part of a name or address.'),
});
const byId = z.object({ id: entityId });

const at = routesUnder('installation');

/** Administration of the whole platform by its admins. */
export const installationContract = {
  people: crossWorkspaceQuery()
    .route(at.get('/installation/people', 'All people with an account, newest first'))
    .input(list.extend({ filter: z.enum(PERSON_FILTERS).default('all') }))
    .output(page(person)),
  suspendPerson: mutation(null, 'admin')
    .route(at.post('/installation/people/{id}/suspension', 'Suspend a person and everything acting on their behalf'))
    .input(byId)
    .output(person),
  reinstatePerson: mutation(null, 'admin')
    .route(at.delete('/installation/people/{id}/suspension', 'Reinstate a suspended person'))
    .input(byId)
    .output(person),
  setRole: mutation(null, 'admin')
    .route(at.put('/installation/people/{id}/role', 'Set a person’s platform role'))
    .input(byId.extend({ role }))
    .output(person),
  resetTwoFactor: mutation(null, 'admin')
    .route(
      at.post('/installation/people/{id}/two-factor/reset', 'Reset a person’s two-factor authentication and passkeys'),
    )
    .input(byId)
    .output(person),
  endSignIns: mutation(null, 'admin')
    .route(at.post('/installation/people/{id}/sign-ins/end', 'Sign a person out everywhere'))
    .input(byId)
    .output(person),
  deletePerson: mutation(null, 'admin')
    .route(at.post('/installation/people/{id}/deletion', 'Suspend a person and delete their account in 14 days'))
    .errors({ LAST_OWNER: workspaceErrors.LAST_OWNER })
    .input(byId)
    .output(person),
  keepPerson: mutation(null, 'admin')
    .route(at.delete('/installation/people/{id}/deletion', 'Cancel the deletion of a person’s account'))
    .input(byId)
    .output(person),
  workspaces: crossWorkspaceQuery()
    .route(at.get('/installation/workspaces', 'All workspaces and their usage, newest first'))
    .input(list.extend({ filter: z.enum(WORKSPACE_FILTERS).default('all') }))
    .output(page(workspace)),
  suspendWorkspace: mutation(null, 'admin')
    .route(at.post('/installation/workspaces/{id}/suspension', 'Suspend a workspace and stop its engines'))
    .input(byId)
    .output(workspace),
  reinstateWorkspace: mutation(null, 'admin')
    .route(at.delete('/installation/workspaces/{id}/suspension', 'Reinstate a suspended workspace'))
    .input(byId)
    .output(workspace),
  deleteWorkspace: mutation(null, 'admin')
    .route(at.post('/installation/workspaces/{id}/deletion', 'Delete a workspace in 14 days'))
    .input(byId)
    .output(workspace),
  keepWorkspace: mutation(null, 'admin')
    .route(at.delete('/installation/workspaces/{id}/deletion', 'Cancel the deletion of a workspace'))
    .input(byId)
    .output(workspace),
  audit: crossWorkspaceQuery()
    .route(at.get('/installation/audit', 'Audit log of accounts and platform admins, latest first'))
    .input(
      listQuery.omit({ sort: true }).extend({
        by: z.string().max(200).optional().describe('Part of the actor’s name or address.'),
        filter: z.enum(ACTIVITY_FILTERS).default('all'),
      }),
    )
    .output(page(entry)),
  checks: query(null, 'admin')
    .route(at.get('/installation/checks', 'Current and upcoming problems of this installation, each with a remedy'))
    .output(z.array(check)),
  retention: query(null, 'admin')
    .route(at.get('/installation/retention', 'Retention periods'))
    .output(z.array(retention)),
};
