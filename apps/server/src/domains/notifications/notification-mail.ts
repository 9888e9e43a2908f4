import type { NotificationData, NotificationKind } from '@switchyard/contracts/notifications';
import type { Mail } from '../../platform/mail/mailer.ts';
import { fill, languageOf } from '../../platform/mail/words.ts';
import { NOTIFICATION_WORDS } from './notification-words.ts';

/** The screen where something can be done about it. */
const PATHS: Record<NotificationKind, (data: NotificationData) => string> = {
  'engine-off': ({ id }) => (id ? `/engine-explorer/${id}` : '/engines'),
  'messages-wait': () => '/import-messages',
  'campaign-paused': () => '/campaigns',
  'bot-failing': ({ id }) => (id ? `/bot-detail-view/${id}` : '/bot-list-view'),
  'bot-paused': ({ id }) => (id ? `/bot-detail-view/${id}` : '/bot-list-view'),
  'limit-near': () => '/account-subscription',
  plan: () => '/account-subscription',
  'key-expiring': () => '/admin-api',
  'sign-in': () => '/account-security',
};

interface Told {
  kind: NotificationKind;
  data: NotificationData;
  workspaceName: string;
}

/** What a notification says in a person's language; the reason stays in the words of whoever told of it. */
function wordsFor({ kind, data }: Told, chosen: string | null) {
  const language = languageOf(chosen);
  const at = data.at && `${data.at.slice(0, 16).replace('T', ' ')} UTC`;
  const { name, count, limit, address } = data;
  const said = (text: string, more: Record<string, string> = {}) =>
    fill(language, text, { name, count, limit, address, at, ...more });
  const words = NOTIFICATION_WORDS[language];
  const [subject, text] = words.kinds[kind];
  return { words, said, subject: said(subject), text: [said(text), ...(data.reason ? [data.reason] : [])].join(' ') };
}

/** What tells a person of a notification where there is little room. */
export function notificationText(publicUrl: string, told: Told, language: string | null): string {
  const { text } = wordsFor(told, language);
  return `Switchyard, ${told.workspaceName}: ${text}\n${new URL(PATHS[told.kind](told.data), publicUrl).href}`;
}

/** The mail that tells a person of a notification. */
export function notificationMail(
  publicUrl: string,
  person: { name: string; email: string; language: string | null },
  told: Told,
): Mail {
  const { words, said, subject, text } = wordsFor(told, person.language);
  return {
    urgency: 'notice',
    to: person.email,
    subject: `Switchyard: ${subject}`,
    text: [
      said(words.hello, { name: person.name }),
      '',
      text,
      '',
      said(words.workspace, { name: told.workspaceName }),
      new URL(PATHS[told.kind](told.data), publicUrl).href,
      '',
      words.chosenHere,
      new URL('/account-notification', publicUrl).href,
      '',
    ].join('\n'),
  };
}
