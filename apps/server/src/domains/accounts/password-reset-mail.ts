import type { Mail } from '../../platform/mail/mailer.ts';
import { accountMail } from './account-mail.ts';

/** The mail with the link to the page that sets a new password, in the language of whoever it is for. */
export function passwordResetMail(
  publicUrl: string,
  person: { name: string; email: string; language: string | null },
  token: string,
): Mail {
  const link = new URL('/reset-password', publicUrl);
  link.searchParams.set('token', token);
  return accountMail('reset', person, link.href);
}
