import { addTexts } from '../../../lib/i18n/i18n.ts';

const numbersTexts = addTexts('numbers', {
  title: 'Numbers',
  lead: 'The WhatsApp numbers that this workspace writes from, and how much each may send.',
  notLoaded: 'The numbers could not be loaded',
  empty: {
    title: 'No number yet',
    text: 'A number stands here once an engine has been linked to it.',
    action: 'Go to engines',
  },
  column: {
    number: 'Number',
    engine: 'Engine',
    member: 'Whose',
    status: 'State',
    rating: 'Rating by WhatsApp',
    limits: 'Limits',
  },
  default: { column: 'New messages', is: 'Default for new messages', make: 'Make default' },
  rating: {
    notTold: 'WhatsApp tells none of this kind of connection',
    notNow: 'Not known now',
    none: 'Not rated yet',
    people_one: 'May write to {{shown}} new person a day',
    people_other: 'May write to {{shown}} new people a day',
    unlimited: 'May write to any number of new people',
  },
  limits: {
    sentOf: '{{sent}} of {{cap}} sent today',
    sent: '{{sent}} sent today, no daily limit',
    newPerMinute: '{{shown}} a minute to first contacts',
  },
  restricted: {
    new: 'Restricted by WhatsApp: first contacts wait',
    all: 'Restricted by WhatsApp: everything waits',
    until: 'until <at/>',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    numbers: typeof numbersTexts;
  }
}
