import type { NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationData } from '@switchyard/contracts/notifications/operations';
import { inEnglish } from '@switchyard/contracts/text/text';
import type { Mail } from '../../platform/mail/mailer.ts';
import { fill, languageOf } from '../../platform/mail/texts.ts';
import type { Notice } from '../../platform/notice.ts';
import { NOTIFICATION_TEXTS } from './notification-texts.ts';

type NoticesByKind = ReadonlyMap<NotificationKind, Notice>;

interface NotificationFacts {
  kind: NotificationKind;
  data: NotificationData;
  workspaceName: string;
}

/** A notification's texts in a person's language; the reason stays in the words of its source. */
function textsFor(notices: NoticesByKind, { kind, data }: NotificationFacts, chosen: string | null) {
  const notice = notices.get(kind);
  if (!notice) throw new Error(`no domain declares texts for notifications of the kind ${kind}`);
  const language = languageOf(chosen);
  const at = data.at && `${data.at.slice(0, 16).replace('T', ' ')} UTC`;
  const { name, count, limit, address } = data;
  const fillIn = (text: string, more: Record<string, string> = {}) =>
    fill(language, text, { name, count, limit, address, at, ...more });
  const words = NOTIFICATION_TEXTS[language];
  const [subject, text] = notice.texts[language];
  return {
    words,
    fillIn,
    path: notice.path(data),
    subject: fillIn(subject),
    text: [fillIn(text), ...(data.reason ? [inEnglish(data.reason)] : [])].join(' '),
  };
}

/** The short text of a notification. */
export function notificationText(
  { notices, publicUrl }: { notices: NoticesByKind; publicUrl: string },
  notification: NotificationFacts,
  language: string | null,
): string {
  const { text, path } = textsFor(notices, notification, language);
  return `Switchyard, ${notification.workspaceName}: ${text}\n${new URL(path, publicUrl).href}`;
}

/** A notification for a browser. */
export function notificationPush(
  notices: NoticesByKind,
  notification: NotificationFacts,
  language: string | null,
): { title: string; body: string; path: string } {
  const { subject, text, path } = textsFor(notices, notification, language);
  return { title: subject, body: `${text}\n${notification.workspaceName}`, path };
}

/** The email for a notification. */
export function notificationMail(
  { notices, publicUrl }: { notices: NoticesByKind; publicUrl: string },
  person: { name: string; email: string; language: string | null },
  notification: NotificationFacts,
): Mail {
  const { words, fillIn, subject, text, path } = textsFor(notices, notification, person.language);
  return {
    urgency: 'notice',
    to: person.email,
    subject: `Switchyard: ${subject}`,
    text: [
      fillIn(words.hello, { name: person.name }),
      '',
      text,
      '',
      fillIn(words.workspace, { name: notification.workspaceName }),
      new URL(path, publicUrl).href,
      '',
      words.chosenHere,
      new URL('/account-notification', publicUrl).href,
      '',
    ].join('\n'),
  };
}
