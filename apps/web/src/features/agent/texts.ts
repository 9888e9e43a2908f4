import { addTexts } from '../../lib/i18n/i18n.ts';

export const agentTexts = addTexts('agent', {
  title: 'AI agent chat',
  input: 'Message to the agent',
  placeholder: 'Ask, or say what to do',
  send: 'Send',
  stop: 'Stop',
  thinking: 'Thinking...',
  newChat: 'New chat',
  conversation: 'Conversation',
  you: 'You',
  agent: 'Agent',
  emptyTitle: 'What would you like to know or have done?',
  emptyText: 'Nothing is changed before you have confirmed it.',
  loadFailed: 'The conversation could not be loaded',
  older: 'Show earlier messages',
  stopped: 'Stopped',
  copy: 'Copy',
  copied: 'Copied',
  again: 'Ask again',
  edit: 'Edit and ask again',
  actions: 'What to do with this message',
  /** Spec 002 section 8, to the letter. */
  error: {
    timeout: 'The request took longer than expected (30 seconds). Please try again or try a simpler request.',
    reason: 'I encountered an error while processing your request: {{reason}}',
    thrown: 'Sorry, I encountered an error processing your request. Please try again.',
  },
  capabilities: {
    title: 'What I can do',
    hint: 'Choose one to change it and send it.',
    groups: {
      see: 'See what goes out',
      schedule: 'Schedule and send',
      change: 'Move, change, cancel',
      find: 'Find chats and people',
      explain: 'Explain',
    },
    examples: {
      see: ['What goes out tomorrow?', 'How many messages failed last week?'],
      schedule: ['Tomorrow at 9 to NAME: Your text', 'Every Monday at 9 send NAME "Your text"'],
      change: [
        'Move tomorrow’s to Monday, but not NAME’s',
        'Cancel all messages to NAME',
        'Retry the messages that failed yesterday',
      ],
      find: ['Who has not answered?', 'What did NAME write last?', 'Show the profile picture of NAME'],
      explain: ['Why has the message to NAME not gone out?', 'Is WhatsApp connected?'],
    },
  },
  widget: {
    unknown: 'Unknown widget: {{name}}',
    unknownNameless: 'Unknown widget',
  },
  shown: '{{shown}} of {{total}}',
  showAll: 'Show all',
  chats: {
    label: 'Chats',
    empty: 'No chats',
    unread_one: '{{count}} unread',
    unread_other: '{{count}} unread',
    unnamed: 'Without a name',
    members_one: '{{count}} member',
    members_other: '{{count}} members',
    mine: 'You: {{text}}',
    noText: 'Message without text',
  },
  contacts: { label: 'Contacts', empty: 'No contacts' },
  messages: {
    label: 'Messages',
    empty: 'No messages',
    forwarded: 'Forwarded',
    starred: 'Starred',
    media: 'With a file',
    quoted: 'Answers a message',
  },
  scheduled: {
    label: 'Scheduled messages',
    empty: 'No scheduled messages',
    edit: 'Edit',
    cancel: 'Cancel',
    editOf: 'Edit the message to {{name}}',
    cancelOf: 'Cancel the message to {{name}}',
    recurs: 'Recurs',
    file: 'With a file',
    cancelled: 'Message cancelled',
    restored: 'The message waits again',
    notUndone: 'It could not be undone: {{reason}}',
    text: 'Text',
    at: 'Date and time in {{zone}}',
    save: 'Save changes',
    keep: 'Leave it as it is',
  },
  pictures: {
    label: 'Profile pictures',
    empty: 'No profile pictures',
    of: 'Profile picture of {{name}}',
    none: 'No picture',
    stale: 'May be out of date',
  },
  over: {
    dismissed: 'You have left it as it is. Ask again.',
    expired: 'That was more than 15 minutes ago. Ask again.',
    replaced: 'It has changed meanwhile. Ask again.',
    undone: 'It has been undone already.',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    agent: typeof agentTexts;
  }
}
