import { addTexts } from '../../../lib/i18n/i18n.ts';

const unsubscribeTexts = addTexts('unsubscribe', {
  title: 'Messages from {{workspace}}',
  unknownTitle: 'This link isn’t valid',
  unknown: 'It may be incomplete. Reply STOP to the message to opt out.',
  failed: 'That didn’t work. Try again in a moment.',
  retry: 'Try again',
  asks: 'They go to your WhatsApp number {{number}}. Do you want to stop receiving them?',
  leave: 'Unsubscribe',
  left: 'Campaigns, series and bots of {{workspace}} no longer message your WhatsApp number {{number}}.',
  undo: 'Undo',
  undoUntil: 'You can undo this until {{time}}.',
  stayed: 'You’re subscribed again. Messages that were waiting before won’t be sent.',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    unsubscribe: typeof unsubscribeTexts;
  }
}
