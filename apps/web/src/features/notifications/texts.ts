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
  settled: 'Resolved',
  filter: { label: 'Show', all: 'All', unread: 'Unread' },
  markAll: 'Mark all as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  choose: 'Notification settings',
  empty: {
    title: 'No notifications',
    text: 'You’ll see it here when something needs you, such as a lost connection.',
  },
  noneUnread: { title: 'All caught up', text: 'You have no unread notifications.' },
  something: 'Something',
  push: {
    label: 'Show notifications in this browser',
    hint: 'Also when Switchyard isn’t open, until you sign out. You get what’s on under “In app”.',
    denied: 'Your browser blocks notifications from this site. Allow them in its settings, then reload.',
    unsupported: 'This browser can’t show notifications from here. They need https.',
    failed: 'Couldn’t change it. {{reason}}',
  },
  preferences: {
    title: 'Notification settings',
    lead: 'Your own settings, for all your workspaces. Emails go to {{mail}}.',
    table: 'Notifications by channel',
    what: 'Notification',
    channel: { page: 'In app', mail: 'Email', whatsapp: 'WhatsApp' },
    number: {
      label: 'Your WhatsApp number',
      hint: 'Sent through one of the workspace’s connections. While none is connected, you’re notified in the app and by email.',
      save: 'Save number',
      saved: 'Number saved. Choose below what to send to it.',
      removed: 'Number removed',
      wrong: 'Enter the number with its country code, such as {{example}}',
    },
    group: { sending: 'Sending', automation: 'Campaigns and bots', team: 'Team', account: 'Account' },
    test: { send: 'Send a test', sent: 'Test sent: {{channels}}', failed: 'The test wasn’t sent. {{reason}}' },
    add: 'Add number',
    changed: '{{kind}} changed',
    undone: '{{kind}} restored',
    noChannel: 'Off',
    by: '{{kind}}: {{channel}}',
    always: 'Always on',
    failed: 'Your choice wasn’t saved. {{reason}}',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    notifications: typeof notificationsTexts;
  }
}
