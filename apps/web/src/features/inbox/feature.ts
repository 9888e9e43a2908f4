import { IconAt, IconClock, IconInbox, IconMoon, IconRobot, IconUserCheck } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, underWay, waits } from '../../components/status/states.ts';

const conversationStates = {
  open: underWay('Open', { icon: IconInbox }),
  pending: waits('With a bot', { icon: IconRobot }),
  snoozed: waits('Snoozed', { icon: IconMoon }),
  resolved: done('Resolved'),
} as const;

const to = ({ id }: { id?: string | undefined }) => (id ? `/bt-team-inbox?conversation=${id}` : '/bt-team-inbox');

export const inbox = defineFeature({
  pages: [{ group: 'talk', place: 1, path: '/bt-team-inbox', name: 'Inbox', icon: IconInbox }],
  states: { conversation: conversationStates },
  notices: {
    'conversation-assigned': {
      icon: IconUserCheck,
      tone: 'info',
      title: '{{name}} was assigned to you',
      text: 'The conversation is in the team inbox.',
      name: 'A conversation is assigned to me',
      hint: 'By a colleague, in the team inbox.',
      to,
    },
    'conversation-due': {
      icon: IconClock,
      tone: 'warning',
      title: '{{name}} is waiting for a reply',
      text: 'The answer is due soon.',
      name: 'An answer is due soon',
      hint: 'In the team inbox, when a reply time is set.',
      to,
    },
    'conversation-mentioned': {
      icon: IconAt,
      tone: 'info',
      title: 'You were mentioned in a note about {{name}}',
      text: 'The note is in the team inbox.',
      name: 'A note mentions me',
      hint: 'In the team inbox.',
      to,
    },
  },
  live: [{ read: 'inbox', after: ['conversations.changed', 'inbox.stale'], everyMs: 500 }],
  auditNouns: {
    conversation: 'Conversations',
    inbox: 'Inbox settings',
    'inbox-team': 'Teams',
    'quick-reply': 'Quick replies',
    macro: 'Macros',
  },
  scopes: { inbox: 'Team inbox' },
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    conversation: typeof conversationStates;
  }
}
