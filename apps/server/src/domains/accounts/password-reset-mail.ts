import type { Mail } from '../../platform/mail/mailer.ts';

/** The mail with the link to the page that sets a new password. */
export function passwordResetMail(publicUrl: string, person: { name: string; email: string }, token: string): Mail {
  const link = new URL('/reset-password', publicUrl);
  link.searchParams.set('token', token);
  return {
    to: person.email,
    subject: 'Set a new Switchyard password',
    text: [
      `Hello ${person.name},`,
      '',
      'somebody, probably you, asked to set a new password for your Switchyard account.',
      'This link does that. It works once, within one hour:',
      '',
      link.href,
      '',
      'If it was not you, there is nothing to do: your password stays as it is.',
      '',
    ].join('\n'),
  };
}
