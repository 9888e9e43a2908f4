import { IconBell } from '@tabler/icons-react';
import { lazy } from 'react';
import { defineFeature } from '../../components/feature.ts';
import { withTexts } from '../../lib/i18n/texts-on-demand.ts';

export const notifications = defineFeature({
  pages: [{ group: 'you', place: 3, path: '/account-notification', name: 'Notification settings', icon: IconBell }],
  inTopBar: lazy(() => withTexts(import('./components/bell.tsx'))),
  auditNouns: { notification: 'Notification settings' },
});
