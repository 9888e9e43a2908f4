import type { Mail } from '../../platform/mail/mailer.ts';
import { accountMail } from './account-mail.ts';

/** The email with the link to the page for a new password, in the recipient's language. */
export function passwordResetMail(
  publicUrl: string,
  person: { name: string; email: string; language: string | null },
  token: string,
): Mail {
  const link = new URL('/reset-password', publicUrl);
  link.searchParams.set('token', token);
  return accountMail('reset', person, link.href);
}
