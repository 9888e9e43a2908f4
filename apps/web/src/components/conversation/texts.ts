import { addTexts } from '../../lib/i18n/i18n.ts';

/** Texts of what every conversation is made of: messages, threads, what one writes with. */
const conversationTexts = addTexts('conversation', {
  kind: {
    text: 'Text',
    media: 'File',
    poll: 'Poll',
    vote: 'Vote',
    reaction: 'Reaction',
    other: 'Message of another kind',
  },
  deleted: 'This message was deleted',
  edited: 'Edited',
  earlier: 'What it said before',
  forwarded: 'Forwarded',
  starred: 'Starred',
  takenBack: 'taken back',
  unreadable: 'could not be read',
  votes_one: '{{count}} vote',
  votes_other: '{{count}} votes',
  file: {
    title: 'File',
    fetch: 'Fetch file',
    fetching: 'Fetching it from WhatsApp…',
    download: 'Download',
    gone: 'WhatsApp no longer has this file.',
    unknown: 'This file can’t be fetched.',
    picture: 'Picture {{name}}',
    unnamed: 'Unnamed file',
    sound: 'Sound',
  },
  onPhone: 'On the phone',
  quoted: 'Go to the quoted message',
  reply: 'Reply',
  reaction_one: '{{emoji}}, {{count}} person',
  reaction_other: '{{emoji}}, {{count}} people',
  goesOut: 'Goes out {{when}}',
  scheduled: 'Scheduled',
  failedBecause: 'Not sent: {{why}}',
  newMessages_one: '{{count}} new message',
  newMessages_other: '{{count}} new messages',
  toLatest: 'To the latest messages',
  loadingMore: 'Loading messages',
  list: {
    unread_one: '{{count}} unread',
    unread_other: '{{count}} unread',
  },
  composer: {
    text: 'Message',
    placeholder: 'Write a message',
    send: 'Send',
    attach: 'Attach a file',
    removeFile: 'Remove the file',
    uploading: 'Uploading {{name}}, {{part}}%',
    oneFile: 'A message can have one file. The first was attached.',
    answers: 'You answer',
    removeQuote: 'Remove quote',
    later: 'Send later',
    laterTitle: 'When should it be sent?',
    date: 'Date',
    time: 'Time',
    schedule: 'Schedule',
    inZone: 'Time in {{zone}}.',
    notSent: 'Not sent. {{why}}',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    conversation: typeof conversationTexts;
  }
}
