import { examine } from '../../platform/doctor/examine.ts';
import { operations } from '../../platform/http/operations.ts';
import { verifyMail } from '../../platform/mail/smtp-mailer.ts';
import { checkDirectory } from '../cells/index.ts';
import { listOffline } from '../engines/index.ts';
import { listPlatformAudit } from './audit.queries.ts';
import {
  cancelPersonDeletion,
  deletePerson,
  endSignInsOf,
  reinstatePerson,
  resetTwoFactor,
  setRole,
  suspendPerson,
} from './manage-people.ts';
import {
  cancelInstalledWorkspaceDeletion,
  deleteWorkspace,
  reinstateWorkspace,
  suspendWorkspace,
} from './manage-workspaces.ts';
import { listPeople } from './people.queries.ts';
import { presentRetention } from './retention.ts';
import { listInstalledWorkspaces } from './workspaces.queries.ts';

const { installation } = operations;

export const installationRouter = {
  people: installation.people.handler(({ context: { db }, input }) => listPeople(db, input)),
  suspendPerson: installation.suspendPerson.handler(({ context, input }) => context.perform(suspendPerson, input)),
  reinstatePerson: installation.reinstatePerson.handler(({ context, input }) =>
    context.perform(reinstatePerson, input),
  ),
  setRole: installation.setRole.handler(({ context, input }) => context.perform(setRole, input)),
  resetTwoFactor: installation.resetTwoFactor.handler(({ context, input }) => context.perform(resetTwoFactor, input)),
  endSignIns: installation.endSignIns.handler(({ context, input }) => context.perform(endSignInsOf, input)),
  deletePerson: installation.deletePerson.handler(({ context, input }) => context.perform(deletePerson, input)),
  keepPerson: installation.keepPerson.handler(({ context, input }) => context.perform(cancelPersonDeletion, input)),

  workspaces: installation.workspaces.handler(({ context: { db }, input }) => listInstalledWorkspaces(db, input)),
  suspendWorkspace: installation.suspendWorkspace.handler(({ context, input }) =>
    context.perform(suspendWorkspace, input),
  ),
  reinstateWorkspace: installation.reinstateWorkspace.handler(({ context, input }) =>
    context.perform(reinstateWorkspace, input),
  ),
  deleteWorkspace: installation.deleteWorkspace.handler(({ context, input }) =>
    context.perform(deleteWorkspace, input),
  ),
  keepWorkspace: installation.keepWorkspace.handler(({ context, input }) =>
    context.perform(cancelInstalledWorkspaceDeletion, input),
  ),

  audit: installation.audit.handler(({ context: { db }, input }) => listPlatformAudit(db, input)),

  retention: installation.retention.handler(({ context: { platform } }) => presentRetention(platform.config)),

  checks: installation.checks.handler(({ context: { platform } }) => {
    const { database, localUrl } = platform;
    const config = { ...platform.config, port: Number(new URL(localUrl).port) };
    return examine({ config, database, verifyMail, listOffline, checkDirectory });
  }),
};
