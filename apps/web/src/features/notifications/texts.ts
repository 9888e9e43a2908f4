import { addTexts } from '../../lib/i18n/i18n.ts';

export const notificationsTexts = addTexts('notifications', {
  title: 'Notifications',
  all: 'All notifications',
  bell: 'Notifications',
  bellUnread_one: 'Notifications, {{count}} unread',
  bellUnread_other: 'Notifications, {{count}} unread',
  many: '99+',
  unread: 'Unread',
  isUnread: 'Unread:',
  settled: 'Passed',
  filter: { label: 'Which to show', all: 'All', unread: 'Unread' },
  markAll: 'Mark all as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  choose: 'Choose what you are told',
  empty: {
    title: 'Nothing to tell',
    text: 'When something needs you, such as an engine that stays off, it stands here.',
  },
  noneUnread: { title: 'All read', text: 'There is nothing that you have not read.' },
  something: 'Something',
  preferences: {
    title: 'What you are told',
    lead: 'For you alone, in all your workspaces. Mail goes to {{mail}}.',
    table: 'What you are told, and by which channels',
    what: 'What',
    channel: { page: 'Here', mail: 'Mail', whatsapp: 'WhatsApp' },
    number: {
      label: 'Your WhatsApp number',
      hint: 'Messages come through an engine of the workspace that is connected; while none is, page and mail tell you.',
      save: 'Save number',
      saved: 'The number is saved. Choose below what it is told.',
      removed: 'The number is removed',
      wrong: 'Enter a number in international form, such as {{example}}',
    },
    by: '{{kind}}: {{channel}}',
    always: 'Cannot be switched off',
    failed: 'The choice was not saved. {{reason}}',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    notifications: typeof notificationsTexts;
  }
}
