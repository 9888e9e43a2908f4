import { IconAlertTriangle, IconChartPie, IconPlayerPause, IconRobot, IconRobotFace } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, failed, troubled, underWay, waits } from '../../components/status/states.ts';

const botStates = { Deployed: done('Deployed'), Draft: waits('Draft') } as const;

/** States of a bot's conversation. Ended ones are subdued. */
const botSessionStates = {
  active: underWay('Active'),
  waiting: underWay('Waiting'),
  paused: troubled('Paused', { icon: IconPlayerPause }),
  completed: waits('Completed'),
  expired: waits('Expired'),
  failed: failed('Failed'),
  ended: waits('Ended'),
} as const;

export const bots = defineFeature({
  pages: [
    {
      group: 'automate',
      place: 1,
      path: '/bot-list-view',
      also: ['/bot-detail-view', '/bot-build-view'],
      name: 'Bots',
      icon: IconRobot,
    },
    {
      group: 'operate',
      place: 10,
      path: '/bot-usage-dashboard',
      name: 'Bot System Adoption Dashboard',
      icon: IconChartPie,
    },
    { group: 'operate', place: 11, path: '/bots', name: 'Bot List (Enhanced View)', icon: IconRobotFace },
  ],
  states: { bot: botStates, botSession: botSessionStates },
  search: async () => (await import('./search/find-bots.ts')).findBots,
  notices: {
    'bot-failing': {
      icon: IconAlertTriangle,
      tone: 'error',
      title: 'Bot {{name}} is failing',
      text: 'It couldn’t finish a conversation.',
      name: 'Bot failing',
      hint: 'It can’t finish its conversations.',
      to: ({ id }) => (id ? `/bot-detail-view/${id}` : '/bot-list-view'),
    },
    'bot-paused': {
      icon: IconRobot,
      tone: 'warning',
      title: 'Bot {{name}} is paused in a conversation',
      text: 'It won’t reply there until someone resumes it.',
      name: 'Bot paused',
      hint: 'By itself or by a member.',
      to: ({ id }) => (id ? `/bot-detail-view/${id}` : '/bot-list-view'),
    },
  },
  live: [{ read: 'bots', after: ['bots.changed', 'bot-sessions.changed'] }],
  auditNouns: { bot: 'Bots', 'bot-session': 'Conversations of bots' },
  scopes: { bots: 'Bots' },
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    bot: typeof botStates;
    botSession: typeof botSessionStates;
  }
}
