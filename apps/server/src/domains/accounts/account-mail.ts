import type { Mail } from '../../platform/mail/mailer.ts';
import { fill, languageOf } from '../../platform/mail/words.ts';
import { ACCOUNT_MAILS } from './account-mail-words.ts';

/** A mail about somebody's own account, in their language. */
export function accountMail(
  kind: keyof (typeof ACCOUNT_MAILS)['en'],
  { name, email, language: chosen }: { name: string; email: string; language: string | null },
  link: string,
): Mail {
  const language = languageOf(chosen);
  const { subject, before, after } = ACCOUNT_MAILS[language][kind];
  const lines = before.map((line) => fill(language, line, { name }));
  return { urgency: 'account', to: email, subject, text: [...lines, '', link, '', after, ''].join('\n') };
}
