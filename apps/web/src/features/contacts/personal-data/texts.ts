import { addTexts } from '../../../lib/i18n/i18n.ts';

const personalDataTexts = addTexts('personalData', {
  open: 'Personal data',
  title: 'Personal data of a number',
  hint: 'For someone who asks what you have about them, or wants it deleted.',
  number: 'Number',
  numberHint: 'With the country code, such as {{example}}.',
  find: 'Find',
  nothing: 'Nothing is stored about {{number}}.',
  found: 'Stored about {{number}}',
  export: 'Export (ZIP)',
  erase: 'Erase…',
  eraseTitle: 'Erase everything about {{number}}?',
  eraseText:
    'This can’t be undone. The phone, WhatsApp and earlier backups aren’t changed. Anything that was written about them elsewhere, such as by name in a note, isn’t found.',
  eraseConfirm: 'Erase',
  erased: 'Erased',
  erasedNone: 'Nothing was erased.',
  kept: 'Kept',
  willKeep: 'An erasure keeps',
  entry: 'Recorded in the audit log as {{id}}.',
  reason: {
    sending: 'is being sent now; erase again in a minute',
    record: 'records of who did what, kept as evidence',
    optOut: 'so they aren’t messaged again',
    shared: 'also used elsewhere in the workspace',
  },
  kind: {
    contact: 'Contact',
    message: 'Messages to them',
    series: 'Recurring messages',
    received: 'Messages from their chat',
    mark: 'Edits and stars',
    chatAct: 'Reactions and chat changes',
    chatFacts: 'Profile name and picture',
    recipient: 'Numbers that know them',
    webhookInbox: 'Updates from WhatsApp',
    conversation: 'Conversations',
    note: 'Notes',
    botSession: 'Bot conversations',
    botLine: 'Bot messages',
    campaignRecipient: 'Campaign recipients',
    boardCell: 'Board items with the number',
    boardHistory: 'Changes of board items',
    boardMessage: 'Messages of board items',
    automationRun: 'Automation runs',
    notification: 'Notifications',
    webhookEvent: 'Webhook events',
    keptRequest: 'API requests',
    undelivered: 'Messages being processed',
    optOut: 'Opt-outs',
    subscription: 'Unsubscribe link',
    audit: 'Audit log entries',
    file: 'Files',
  },
} as const);

declare module 'i18next' {
  interface ResourceNamespaceMap {
    personalData: typeof personalDataTexts;
  }
}
