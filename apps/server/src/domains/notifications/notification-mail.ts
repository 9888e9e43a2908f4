import type { NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationData } from '@switchyard/contracts/notifications/operations';
import { inEnglish } from '@switchyard/contracts/text/text';
import type { Mail } from '../../platform/mail/mailer.ts';
import { fill, languageOf } from '../../platform/mail/texts.ts';
import type { Notice } from '../../platform/notice.ts';
import { NOTIFICATION_TEXTS } from './notification-words.ts';

type NoticesByKind = ReadonlyMap<NotificationKind, Notice>;

interface NotificationFacts {
  kind: NotificationKind;
  data: NotificationData;
  workspaceName: string;
}

/** What a notification says in a person's language; the reason stays in the words of whoever told of it. */
function wordsFor(notices: NoticesByKind, { kind, data }: NotificationFacts, chosen: string | null) {
  const notice = notices.get(kind);
  if (!notice) throw new Error(`no domain declares what a notification of the kind ${kind} says`);
  const language = languageOf(chosen);
  const at = data.at && `${data.at.slice(0, 16).replace('T', ' ')} UTC`;
  const { name, count, limit, address } = data;
  const said = (text: string, more: Record<string, string> = {}) =>
    fill(language, text, { name, count, limit, address, at, ...more });
  const words = NOTIFICATION_TEXTS[language];
  const [subject, text] = notice.texts[language];
  return {
    words,
    said,
    path: notice.path(data),
    subject: said(subject),
    text: [said(text), ...(data.reason ? [inEnglish(data.reason)] : [])].join(' '),
  };
}

/** What tells a person of a notification where there is little room. */
export function notificationText(
  { notices, publicUrl }: { notices: NoticesByKind; publicUrl: string },
  told: NotificationFacts,
  language: string | null,
): string {
  const { text, path } = wordsFor(notices, told, language);
  return `Switchyard, ${told.workspaceName}: ${text}\n${new URL(path, publicUrl).href}`;
}

/** What a browser shows of a notification. */
export function notificationPush(
  notices: NoticesByKind,
  told: NotificationFacts,
  language: string | null,
): { title: string; body: string; path: string } {
  const { subject, text, path } = wordsFor(notices, told, language);
  return { title: subject, body: `${text}\n${told.workspaceName}`, path };
}

/** The mail that tells a person of a notification. */
export function notificationMail(
  { notices, publicUrl }: { notices: NoticesByKind; publicUrl: string },
  person: { name: string; email: string; language: string | null },
  told: NotificationFacts,
): Mail {
  const { words, said, subject, text, path } = wordsFor(notices, told, person.language);
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
      new URL(path, publicUrl).href,
      '',
      words.chosenHere,
      new URL('/account-notification', publicUrl).href,
      '',
    ].join('\n'),
  };
}
