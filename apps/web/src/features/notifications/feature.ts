import { IconBell } from '@tabler/icons-react';
import { lazy } from 'react';
import { defineFeature } from '../../components/feature.ts';
import { withTexts } from '../../lib/i18n/texts-on-demand.ts';

export const notifications = defineFeature({
  pages: [{ group: 'you', place: 3, path: '/account-notification', name: 'Notification settings', icon: IconBell }],
  inTopBar: lazy(() => withTexts(import('./components/bell.tsx'))),
  notices: {
    'notification-test': {
      icon: IconBell,
      tone: 'info',
      title: 'Test notification',
      text: 'Notifications reach you here.',
      name: 'Test notification',
      hint: 'Sent by yourself.',
      to: () => '/account-notification',
    },
  },
  auditNouns: { notification: 'Notification settings' },
});
