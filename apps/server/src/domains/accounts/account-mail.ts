import type { Mail } from '../../platform/mail/mailer.ts';
import { fill, languageOf } from '../../platform/mail/texts.ts';
import { ACCOUNT_MAILS } from './account-mail-texts.ts';
import { EMAIL_CHANGE_MAILS } from './email-change-texts.ts';

const MAILS = {
  en: { ...ACCOUNT_MAILS.en, ...EMAIL_CHANGE_MAILS.en },
  es: { ...ACCOUNT_MAILS.es, ...EMAIL_CHANGE_MAILS.es },
  pt: { ...ACCOUNT_MAILS.pt, ...EMAIL_CHANGE_MAILS.pt },
  de: { ...ACCOUNT_MAILS.de, ...EMAIL_CHANGE_MAILS.de },
  he: { ...ACCOUNT_MAILS.he, ...EMAIL_CHANGE_MAILS.he },
  ar: { ...ACCOUNT_MAILS.ar, ...EMAIL_CHANGE_MAILS.ar },
};

/** An email about the recipient's own account, in their language. */
export function accountMail(
  kind: keyof (typeof MAILS)['en'],
  { name, email, language: chosen }: { name: string; email: string; language: string | null },
  link: string,
  more: { address?: string } = {},
): Mail {
  const language = languageOf(chosen);
  const { subject, before, after } = MAILS[language][kind];
  const lines = before.map((line) => fill(language, line, { name, ...more }));
  return { urgency: 'account', to: email, subject, text: [...lines, '', link, '', after, ''].join('\n') };
}
