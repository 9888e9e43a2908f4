import { IconDatabaseOff } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const installation = defineFeature({
  notices: {
    'backup-failed': {
      icon: IconDatabaseOff,
      tone: 'error',
      title: 'The nightly backup failed',
      text: 'It failed at {{at}} and is tried again every hour.',
      name: 'A nightly backup fails',
      hint: 'Once, until one succeeds. For administrators of this installation.',
      to: () => '/account-notification',
    },
  },
});
