import manifest from '../../../package.json' with { type: 'json' };
import { changeRefusal } from '../../platform/actor.ts';
import { CLIENT_ADDRESS_HEADER } from '../../platform/http/headers.ts';
import { operations } from '../../platform/http/operations.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { updateWorkspace } from '../workspaces/index.ts';
import { presentMail, presentSignIn } from './accounts.present.ts';
import { confirmEmailChange, requestEmailChange, undoEmailChange } from './change-email.ts';
import { cancelAccountDeletion, deleteAccount } from './delete-account.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';
import { readDiagnostics } from './diagnostics.ts';
import { endAllOtherSignIns, endSignIn } from './end-sign-ins.ts';
import { exportAccount } from './export-account.ts';
import { readLoginToken } from './login-token.ts';
import { listOutbox } from './outbox.queries.ts';
import { removePasskey } from './passkeys.ts';
import { readMe } from './read-me.ts';
import { revokeCredentials } from './revoke-credentials.ts';
import { signInOf } from './sign-in.ts';
import { listSignIns, readSecurity } from './sign-ins.queries.ts';
import { switchWorkspace } from './switch-workspace.ts';
import { updateProfile } from './update-profile.ts';
import {
  isVerificationToken,
  requestVerification,
  verificationMail,
  verificationToken,
  verifyAddress,
} from './verify-address.ts';

const { accounts } = operations;

export const accountsRouter = {
  me: accounts.me.handler(({ context: { actor, db } }) => readMe(db, actor)),

  settings: accounts.settings.handler(({ context: { platform } }) => ({
    demo: platform.config.demo,
    demoAccounts: platform.config.demo
      ? DEMO_ACCOUNTS.map(({ email, kind }) => ({ email, kind, password: DEMO_PASSWORD }))
      : [],
    version: manifest.version,
    supportContact: platform.config.supportContact,
    signUp: platform.config.signUp,
  })),

  switchWorkspace: accounts.switchWorkspace.handler(async ({ context, input }) => {
    const loginToken = await readLoginToken(context.headers, context.platform);
    const { workspaceId, role: workspaceRole } = await context.perform(switchWorkspace, { ...input, loginToken });
    return readMe(context.db, { ...context.actor, workspaceId, workspaceRole });
  }),

  updateWorkspace: accounts.updateWorkspace.handler(async ({ context: { actor, db, perform }, input }) => {
    await perform(updateWorkspace, input);
    return readMe(db, actor);
  }),

  updateProfile: accounts.updateProfile.handler(async ({ context: { actor, db, perform }, input }) => {
    await perform(updateProfile, input);
    return readMe(db, actor);
  }),

  exportMine: accounts.exportMine.handler(({ context: { perform } }) => perform(exportAccount, {})),

  remove: accounts.remove.handler(async ({ context: { perform } }) => {
    const { deleteAfter } = await perform(deleteAccount, {});
    return { deleteAfter: deleteAfter.toISOString() };
  }),

  keep: accounts.keep.handler(({ context: { perform } }) => perform(cancelAccountDeletion, {})),

  security: accounts.security.handler(async ({ context: { actor, db, platform } }) => {
    const { isAddressVerified, ...security } = await readSecurity(db, (actor.onBehalfOf ?? actor).userId);
    return { ...security, isAddressVerified: platform.config.smtpUrl === null ? null : isAddressVerified };
  }),

  askVerification: accounts.askVerification.handler(async ({ context: { actor, perform, platform } }) => {
    if (platform.config.smtpUrl === null) throw new Refusal('NOT_FOUND');
    const person = await perform(requestVerification, {});
    const token = verificationToken(platform.secret, { userId: actor.userId, email: person.email }, Date.now());
    await platform.mailer.send(verificationMail(platform.config.publicUrl, person, token));
    return { to: person.email };
  }),

  verifyAddress: accounts.verifyAddress.handler(async ({ context: { actor, perform, platform }, input }) => {
    const { userId, email } = actor;
    if (!isVerificationToken(platform.secret, { userId, email }, input.token, Date.now()))
      throw new Refusal('NOT_FOUND');
    return perform(verifyAddress, { email });
  }),

  askEmailChange: accounts.askEmailChange.handler(({ context: { perform }, input }) =>
    perform(requestEmailChange, input),
  ),

  confirmEmailChange: accounts.confirmEmailChange.handler(({ context: { perform }, input }) =>
    perform(confirmEmailChange, input),
  ),

  undoEmailChange: accounts.undoEmailChange.handler(async ({ context: { actor, db, headers, platform }, input }) => {
    if (actor) authorize(changeRefusal(actor));
    const { hooks, secret, config } = platform;
    const address = headers.get(CLIENT_ADDRESS_HEADER) ?? undefined;
    const { email } = await undoEmailChange({ db, hooks, secret }, address, input);
    if (config.passwords === 'on') await signInOf(platform).api.requestPasswordReset({ body: { email } });
    return { email };
  }),

  revokeCredentials: accounts.revokeCredentials.handler(({ context: { perform } }) => perform(revokeCredentials, {})),

  removePasskey: accounts.removePasskey.handler(({ context: { perform }, input }) => perform(removePasskey, input)),

  signIns: accounts.signIns.handler(async ({ context, input }) => {
    const { actor, db, headers, platform } = context;
    const token = await readLoginToken(headers, platform);
    const { rows, total } = await listSignIns(db, (actor.onBehalfOf ?? actor).userId, input);
    return { data: rows.map((row) => presentSignIn(row, token)), total };
  }),

  endSignIn: accounts.endSignIn.handler(async ({ context: { headers, perform, platform }, input }) =>
    perform(endSignIn, { ...input, loginToken: await readLoginToken(headers, platform) }),
  ),

  endOtherSignIns: accounts.endOtherSignIns.handler(async ({ context: { headers, perform, platform } }) =>
    perform(endAllOtherSignIns, { loginToken: await readLoginToken(headers, platform) }),
  ),

  diagnostics: accounts.diagnostics.handler(({ context: { platform } }) => readDiagnostics(platform)),

  outbox: accounts.outbox.handler(async ({ context: { db }, input }) => {
    const { rows, total } = await listOutbox(db, input);
    return { data: rows.map(presentMail), total };
  }),
};
