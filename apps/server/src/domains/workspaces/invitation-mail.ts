import { INVITATION_DAYS } from '@switchyard/contracts/workspaces/operations';
import type { Mail } from '../../platform/mail/mailer.ts';
import { fill, languageOf } from '../../platform/mail/texts.ts';
import { INVITATION_TEXTS } from './invitation-texts.ts';

/** The URL where an invitation is accepted. */
export function invitationLink(publicUrl: string, workspaceId: string, token: string): string {
  const link = new URL(`/join-workspace/${workspaceId}`, publicUrl);
  link.searchParams.set('token', token);
  return link.href;
}

const MAX_NAME_LENGTH = 60;
/** Characters that turn text into an address or link. */
const ADDRESS_CHARACTERS = /[\p{Cc}\p{Cf}.:/\\@<>[\]()]+/gu;

/** A name somebody chose, made safe for mail to strangers: nothing in it becomes a link. */
export const plainName = (name: string): string =>
  name.replace(ADDRESS_CHARACTERS, ' ').replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH);

/** The email that invites somebody to a workspace. */
export function invitationMail(
  to: string,
  of: { invitedBy: string; workspaceName: string; link: string; language: string | null },
): Mail {
  const language = languageOf(of.language);
  const { subject, lines, unknown } = INVITATION_TEXTS[language];
  const values = { person: plainName(of.invitedBy), workspace: plainName(of.workspaceName), to, days: INVITATION_DAYS };
  return {
    urgency: 'invitation',
    to,
    subject,
    text: [...lines.map((line) => fill(language, line, values)), '', of.link, '', unknown, ''].join('\n'),
  };
}
