import { addTexts } from '../../../lib/i18n/i18n.ts';

const unsubscribeTexts = addTexts('unsubscribe', {
  title: 'Messages from {{workspace}}',
  unknownTitle: 'This link is not known',
  unknown: 'It may be incomplete. Answer STOP to the message to get no more of them.',
  failed: 'It could not be asked for just now.',
  retry: 'Try again',
  asks: 'They go to your WhatsApp number {{number}}. Do you want no more of them?',
  leave: 'Get no more messages',
  left: 'Nothing more is sent to your WhatsApp number {{number}} by campaigns, series or bots of {{workspace}}.',
  undo: 'Take that back',
  undoUntil: 'You can take that back until {{time}}.',
  stayed: 'You get messages again. What was waiting for you before is not sent any more.',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    unsubscribe: typeof unsubscribeTexts;
  }
}
