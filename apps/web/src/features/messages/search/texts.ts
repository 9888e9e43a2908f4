import { addTexts } from '../../../lib/i18n/i18n.ts';

const messageSearchTexts = addTexts('messageSearch', {
  contacts: 'Contacts',
  writeTo: 'New message to {{name}}',
  messages: 'Messages',
  to: 'To {{name}}: {{text}}',
  all: 'All {{total}} messages with “{{text}}”',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    messageSearch: typeof messageSearchTexts;
  }
}
