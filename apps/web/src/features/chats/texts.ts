import { addTexts } from '../../lib/i18n/i18n.ts';

export const chatsTexts = addTexts('chats', {
  title: 'Chats',
  with: 'Chat',
  latest: 'Latest message',
  at: 'Time',
  unanswered: 'Unanswered',
  fromMe: 'This account',
  fromThem: 'Came in',
  kind: { text: 'Text', media: 'File', poll: 'Poll', reaction: 'Reaction', other: 'Message of another kind' },
  none: 'No chats yet',
  noneText: 'They appear with the first message that goes out or comes in.',
  failed: 'The chats could not be loaded',
  loading: 'Loading messages',
  messages: 'Messages, the latest first',
  older: 'Older messages',
  first: 'There are no older messages here.',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    chats: typeof chatsTexts;
  }
}
