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
  kind: {
    'engine-off': { title: '{{name}} is off', text: 'Not connected since {{at}}. Its messages wait, none is lost.' },
    'messages-wait': { title: 'Messages wait', text: '{{count}} are due and cannot go out.' },
    'campaign-paused': { title: 'Campaign {{name}} is paused', text: 'It sends nothing until somebody resumes it.' },
    'bot-failing': { title: 'Bot {{name}} fails', text: 'It could not finish a conversation.' },
    'bot-paused': {
      title: 'Bot {{name}} is paused in a conversation',
      text: 'It keeps silent there until somebody has it go on.',
    },
    'limit-near': { title: '{{name}}: the limit is near', text: '{{count}} of {{limit}} are used.' },
    plan: { title: 'Your plan changes', text: 'On {{at}}.' },
    'key-expiring': { title: 'API key {{name}} ends soon', text: 'It works until {{at}}.' },
    'sign-in': {
      title: 'New sign-in: {{name}}',
      text: 'From {{address}} at {{at}}. If it was not you, change your password.',
    },
  },
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
    kind: {
      'engine-off': { name: 'An engine stays off', text: 'After five minutes, once an outage.' },
      'messages-wait': { name: 'Messages wait', text: 'They are due, and something keeps them.' },
      'campaign-paused': { name: 'A campaign pauses', text: 'By itself, because of what happened to its messages.' },
      'bot-failing': { name: 'A bot fails', text: 'It cannot finish its conversations.' },
      'bot-paused': { name: 'A bot pauses', text: 'By itself, or by a person.' },
      'limit-near': { name: 'A limit is near', text: 'For owners and admins of the workspace.' },
      plan: { name: 'The plan changes', text: 'For owners and admins of the workspace.' },
      'key-expiring': { name: 'An API key ends', text: 'Seven days before. For owners and admins.' },
      'sign-in': { name: 'A new sign-in', text: 'From a device that you have not used before.' },
    },
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    notifications: typeof notificationsTexts;
  }
}
