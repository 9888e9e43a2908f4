import { IconBan, IconPlayerPause, IconSend, IconSpeakerphone, IconUserOff } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, failed, troubled, underWay, waits } from '../../components/status/states.ts';

const campaignStates = {
  running: underWay('Running'),
  paused: troubled('Paused', { icon: IconPlayerPause }),
  completed: done('Completed'),
  cancelled: waits('Cancelled', { icon: IconBan }),
} as const;

const recipientStates = {
  waiting: waits('Waiting'),
  'under-way': underWay('On its way', { icon: IconSend }),
  sent: done('Sent'),
  failed: failed('Failed'),
  skipped: waits('Excluded', { icon: IconUserOff }),
  cancelled: waits('Cancelled', { icon: IconBan }),
  unknown: troubled('Needs a decision'),
} as const;

export const campaigns = defineFeature({
  pages: [
    {
      group: 'plan',
      place: 4,
      path: '/campaigns',
      also: ['/campaigns-management', '/launch-campaign'],
      name: 'Campaigns',
      icon: IconSpeakerphone,
    },
  ],
  states: { campaign: campaignStates, recipient: recipientStates },
  notices: {
    'campaign-paused': {
      icon: IconPlayerPause,
      tone: 'warning',
      title: 'Campaign {{name}} is paused',
      text: 'It won’t send until someone resumes it.',
      name: 'Campaign paused',
      hint: 'Automatically, after problems with its messages.',
      to: () => '/campaigns',
    },
  },
  // A running campaign changes every second.
  live: [{ read: 'campaigns', after: ['campaigns.changed', 'contacts.stale'], everyMs: 2_000 }],
  auditNouns: { campaign: 'Campaigns', 'campaign-template': 'Templates', audience: 'Audiences' },
  scopes: { campaigns: 'Campaigns' },
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    campaign: typeof campaignStates;
    recipient: typeof recipientStates;
  }
}
