import { addTexts } from '../../../lib/i18n/i18n.ts';

const numbersTexts = addTexts('numbers', {
  title: 'Numbers',
  lead: 'The WhatsApp numbers this workspace sends from, and how much each can send.',
  notLoaded: 'Numbers couldn’t be loaded',
  empty: {
    title: 'No numbers yet',
    text: 'Connect WhatsApp to add your first number.',
    action: 'Connect',
  },
  column: {
    number: 'Number',
    engine: 'Connection',
    member: 'Owner',
    status: 'Status',
    rating: 'WhatsApp quality rating',
    limits: 'Limits',
  },
  default: { column: 'New messages', is: 'Default for new messages', make: 'Make default' },
  rating: {
    notTold: 'Not available for this connection',
    notNow: 'Currently unknown',
    none: 'Not rated yet',
    people_one: 'Can message {{shown}} new person a day',
    people_other: 'Can message {{shown}} new people a day',
    unlimited: 'Can message any number of new people',
  },
  open: 'Open',
  openOne: 'Open {{name}}',
  speed: 'Sending speed',
  limits: {
    label: 'Sent today',
    sentOf: '{{sent}} of {{cap}} sent today',
    sent: '{{sent}} sent today, no daily limit',
    newPerMinute: '{{shown}} a minute to new contacts',
  },
  restricted: {
    new: 'Restricted by WhatsApp: new contacts are held',
    all: 'Restricted by WhatsApp: all messages are held',
    until: 'until <at/>',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    numbers: typeof numbersTexts;
  }
}
