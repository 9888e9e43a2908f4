import { IconShieldLock } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const accounts = defineFeature({
  pages: [{ group: 'account', place: 2, path: '/account-security', name: 'Security', icon: IconShieldLock }],
});
