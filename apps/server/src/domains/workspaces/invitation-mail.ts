import { INVITATION_DAYS } from '@switchyard/contracts/workspaces/operations';
import type { Mail } from '../../platform/mail/mailer.ts';
import { fill, languageOf } from '../../platform/mail/words.ts';
import { INVITATION_WORDS } from './invitation-words.ts';

/** The address at which an invitation is accepted. */
export function invitationLink(publicUrl: string, workspaceId: string, token: string): string {
  const link = new URL(`/join-workspace/${workspaceId}`, publicUrl);
  link.searchParams.set('token', token);
  return link.href;
}

/** The mail that invites somebody into a workspace. */
export function invitationMail(
  to: string,
  of: { invitedBy: string; workspaceName: string; link: string; language: string | null },
): Mail {
  const language = languageOf(of.language);
  const { subject, lines, unknown } = INVITATION_WORDS[language];
  const values = { person: of.invitedBy, workspace: of.workspaceName, to, days: INVITATION_DAYS };
  return {
    to,
    subject: fill(language, subject, values),
    text: [...lines.map((line) => fill(language, line, values)), '', of.link, '', unknown, ''].join('\n'),
  };
}
