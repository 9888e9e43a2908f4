import { IconBan, IconCalendar, IconHelpCircle, IconHourglass, IconMessage } from '@tabler/icons-react';
import { lazy } from 'react';
import { defineFeature } from '../../components/feature.ts';
import { done, failed, underWay, waits } from '../../components/status/states.ts';
import { withTexts } from '../../lib/i18n/texts-on-demand.ts';

export const messageStates = {
  pending: waits('Pending'),
  sending: underWay('Sending'),
  sent: done('Sent'),
  delivered: done('Delivered'),
  read: done('Read'),
  failed: failed('Failed'),
  cancelled: waits('Cancelled', { icon: IconBan }),
  unknown: { tone: 'warning', icon: IconHelpCircle, word: 'Needs a decision' },
} as const;

export const messages = defineFeature({
  pages: [
    { group: 'plan', place: 1, path: '/calendar', name: 'Calendar', icon: IconCalendar },
    { group: 'plan', place: 2, path: '/import-messages', name: 'Import/Export Messages', icon: IconMessage },
  ],
  states: { message: messageStates },
  search: async () => (await import('./search/find-messages.ts')).findMessages,
  below: lazy(() => withTexts(import('./first-steps/message-overlays.tsx'))),
  notices: {
    'messages-wait': {
      icon: IconHourglass,
      tone: 'warning',
      title: 'Messages waiting',
      text: '{{count}} messages are due but can’t be sent.',
      name: 'Messages waiting',
      hint: 'Due messages are being held.',
      to: () => '/import-messages',
    },
  },
  auditNouns: { message: 'Messages', series: 'Recurring messages' },
  scopes: { chats: 'Chats', files: 'Files', messages: 'Messages' },
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    message: typeof messageStates;
  }
}
