import {
  IconAlarm,
  IconAt,
  IconBolt,
  IconCalendarShare,
  IconChecklist,
  IconListCheck,
  IconTable,
} from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, failed, troubled, underWay, waits } from '../../components/status/states.ts';

const automationStates = {
  pending: underWay('Running'),
  done: done('Done'),
  failed: failed('Failed'),
  skipped: waits('Skipped'),
  cut: troubled('Stopped as a loop'),
} as const;

const toItem = ({ id }: { id?: string | undefined }) => (id ? `/boards/${id}` : '/boards');

export const boards = defineFeature({
  pages: [
    { group: 'work', place: 1, path: '/boards', name: 'Boards', icon: IconTable },
    { group: 'work', place: 2, path: '/tasks', name: 'Tasks', icon: IconListCheck },
    { group: 'work', place: 3, path: '/mywork', name: 'My work', icon: IconChecklist },
    { group: 'you', place: 5, path: '/account-calendar', name: 'Calendar feeds', icon: IconCalendarShare },
  ],
  notices: {
    'item-due': {
      icon: IconAlarm,
      tone: 'info',
      title: '{{name}} is due soon',
      text: 'It’s assigned to you. It’s due on:',
      name: 'An item is due',
      hint: 'At the time of its reminder.',
      to: ({ id }) => (id ? `/boards/${id}` : '/mywork'),
    },
    'item-mentioned': {
      icon: IconAt,
      tone: 'info',
      title: 'You were mentioned in a comment on {{name}}',
      text: 'The comment is on a board.',
      name: 'A comment mentions me',
      hint: 'On a board item.',
      to: toItem,
    },
    'automation-notify': {
      icon: IconBolt,
      tone: 'info',
      title: '{{name}}',
      text: 'An automation says:',
      name: 'An automation notifies me',
      hint: 'From automations on your boards.',
      to: toItem,
    },
    'automation-stopped': {
      icon: IconBolt,
      tone: 'warning',
      title: 'The automation {{name}} was paused',
      text: 'It kept setting itself off. Change it, then resume it.',
      name: 'An automation was paused',
      hint: 'Because it kept setting itself off.',
      to: toItem,
    },
  },
  states: { automation: automationStates },
  search: async () => (await import('./find-boards.ts')).findBoards,
  auditNouns: {
    board: 'Boards',
    'board-item': 'Board items',
    share: 'Shared links',
    automation: 'Automations',
    'calendar-feed': 'Calendar feeds',
  },
  scopes: { boards: 'Boards' },
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    automation: typeof automationStates;
  }
}
