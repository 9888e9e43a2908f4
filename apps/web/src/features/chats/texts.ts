import { addTexts } from '../../lib/i18n/i18n.ts';

export const chatsTexts = addTexts('chats', {
  title: 'Chats',
  with: 'Chat',
  latest: 'Latest message',
  at: 'Time',
  unanswered: 'Unanswered',
  unread: 'Unread on the phone',
  unknown: 'Not known',
  fromMe: 'This account',
  fromPhone: 'On the phone',
  fromThem: 'Came in',
  kind: {
    text: 'Text',
    media: 'File',
    poll: 'Poll',
    vote: 'Vote',
    reaction: 'Reaction',
    other: 'Message of another kind',
  },
  none: 'No chats yet',
  noneText: 'They appear with the first message that goes out or comes in.',
  failed: 'The chats could not be loaded',
  loading: 'Loading messages',
  messages: 'Messages, the latest first',
  older: 'Older messages',
  first: 'There are no older messages here.',
  deleted: 'This message was deleted',
  edited: 'Edited',
  earlier: 'What it said before',
  forwarded: 'Forwarded',
  starred: 'Starred',
  quoted: 'Go to the message that this one is about',
  notHere: 'That message is not kept here.',
  takenBack: 'taken back',
  unreadable: 'could not be read',
  votes_one: '{{count}} vote',
  votes_other: '{{count}} votes',
  file: {
    title: 'File',
    fetch: 'Fetch file',
    fetching: 'Fetching it from WhatsApp…',
    download: 'Download',
    gone: 'WhatsApp has this file no more.',
    unknown: 'The engine has not said how this file can be had.',
    picture: 'Picture {{name}}',
    unnamed: 'File without a name',
    sound: 'Sound',
  },
  avatar: 'Picture of {{name}}',
  fetchPicture: 'Show picture',
  noPicture: 'There is no picture, or it is not shown to this account.',
  members: {
    show: 'Members',
    title: 'Members of {{name}}',
    count_one: '{{count}} member',
    count_other: '{{count}} members',
    admin: 'Admin',
    failed: 'The members could not be asked for',
    none: 'The engine told of no members.',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    chats: typeof chatsTexts;
  }
}
