import type { NotificationData, NotificationKind } from '@switchyard/contracts/notifications';
import type { Mail } from '../../platform/mail/mailer.ts';

interface Words {
  subject: (data: NotificationData) => string;
  text: (data: NotificationData) => string;
  /** The screen where something can be done about it. */
  path: (data: NotificationData) => string;
}

const about = (data: NotificationData) => data.name ?? 'Something';
const because = ({ reason }: NotificationData) => (reason ? ` ${reason}` : '');
const when = ({ at }: NotificationData) => (at ? ` (${at.slice(0, 16).replace('T', ' ')} UTC)` : '');

/** What each kind says in a mail, and where it leads. */
const WORDS: Record<NotificationKind, Words> = {
  'engine-off': {
    subject: (data) => `${about(data)} is off`,
    text: (data) =>
      `The WhatsApp connection ${about(data)} has not been connected since${when(data)}. Its messages wait, and none is lost.${because(data)}`,
    path: ({ id }) => (id ? `/engine-explorer/${id}` : '/engines'),
  },
  'messages-wait': {
    subject: () => 'Messages wait',
    text: (data) => `${data.count ?? 'Some'} messages are due and cannot go out.${because(data)}`,
    path: () => '/import-messages',
  },
  'campaign-paused': {
    subject: (data) => `The campaign ${about(data)} is paused`,
    text: (data) => `The campaign ${about(data)} sends nothing until somebody resumes it.${because(data)}`,
    path: () => '/campaigns',
  },
  'bot-failing': {
    subject: (data) => `The bot ${about(data)} fails`,
    text: (data) => `The bot ${about(data)} could not finish a conversation.${because(data)}`,
    path: ({ id }) => (id ? `/bot-detail-view/${id}` : '/bot-list-view'),
  },
  'bot-paused': {
    subject: (data) => `The bot ${about(data)} is paused in a conversation`,
    text: (data) =>
      `The bot ${about(data)} keeps silent in a conversation until somebody has it go on.${because(data)}`,
    path: ({ id }) => (id ? `/bot-detail-view/${id}` : '/bot-list-view'),
  },
  'limit-near': {
    subject: (data) => `${about(data)}: the limit is near`,
    text: (data) => `${about(data)}: ${data.count ?? '?'} of ${data.limit ?? '?'} are used.${because(data)}`,
    path: () => '/account-subscription',
  },
  plan: {
    subject: () => 'Your plan changes',
    text: (data) => `The plan of your workspace changes${when(data)}.${because(data)}`,
    path: () => '/account-subscription',
  },
  'key-expiring': {
    subject: (data) => `The API key ${about(data)} ends soon`,
    text: (data) => `The API key ${about(data)} works no more after its end${when(data)}. Make a new one before.`,
    path: () => '/admin-api',
  },
  'sign-in': {
    subject: () => 'A new sign-in to your account',
    text: (data) =>
      `Somebody signed in to your account with ${about(data)} from ${data.address ?? 'an unknown address'}${when(data)}. If it was not you, change your password: that signs everybody else out.`,
    path: () => '/account-security',
  },
};

/** What tells a person of a notification where there is little room. */
export function notificationText(
  publicUrl: string,
  { kind, data, workspaceName }: { kind: NotificationKind; data: NotificationData; workspaceName: string },
): string {
  const words = WORDS[kind];
  return `Switchyard, ${workspaceName}: ${words.text(data)}\n${new URL(words.path(data), publicUrl).href}`;
}

/** The mail that tells a person of a notification. */
export function notificationMail(
  publicUrl: string,
  person: { name: string; email: string },
  { kind, data, workspaceName }: { kind: NotificationKind; data: NotificationData; workspaceName: string },
): Mail {
  const words = WORDS[kind];
  return {
    to: person.email,
    subject: `Switchyard: ${words.subject(data)}`,
    text: [
      `Hello ${person.name},`,
      '',
      words.text(data),
      '',
      `Workspace: ${workspaceName}`,
      new URL(words.path(data), publicUrl).href,
      '',
      'What you are told by mail is chosen here:',
      new URL('/account-notification', publicUrl).href,
      '',
    ].join('\n'),
  };
}
