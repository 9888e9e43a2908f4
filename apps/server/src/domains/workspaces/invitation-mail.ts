import { INVITATION_DAYS } from '@switchyard/contracts/workspaces';
import type { Mail } from '../../platform/mail/mailer.ts';

/** The address at which an invitation is accepted. */
export function invitationLink(publicUrl: string, workspaceId: string, token: string): string {
  const link = new URL(`/join-workspace/${workspaceId}`, publicUrl);
  link.searchParams.set('token', token);
  return link.href;
}

/** The mail that invites somebody into a workspace. */
export const invitationMail = (to: string, invitedBy: string, workspaceName: string, link: string): Mail => ({
  to,
  subject: `${invitedBy} invites you to ${workspaceName}`,
  text: [
    'Hello,',
    '',
    `${invitedBy} invites you to work in ${workspaceName} on Switchyard.`,
    `This link takes you there. It works once, for ${to}, within ${INVITATION_DAYS} days:`,
    '',
    link,
    '',
    'If you do not know them, there is nothing to do.',
    '',
  ].join('\n'),
});
