import { IconBell } from '@tabler/icons-react';
import { lazy } from 'react';
import { defineFeature } from '../../components/feature.ts';

export const notifications = defineFeature({
  pages: [{ group: 'account', place: 4, path: '/account-notification', name: 'What you are told', icon: IconBell }],
  inTopBar: lazy(() => import('./components/bell.tsx')),
});
