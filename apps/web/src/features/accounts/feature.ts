import { IconChartPie, IconHelp, IconLanguage, IconShieldLock, IconUser } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const accounts = defineFeature({
  pages: [
    { group: 'account', place: 0, path: '/user-overview', name: 'Overview', icon: IconChartPie },
    { group: 'account', place: 1, path: '/account', name: 'Account', icon: IconUser },
    { group: 'account', place: 2, path: '/account-security', name: 'Security', icon: IconShieldLock },
    { group: 'account', place: 5, path: '/account-language', name: 'Language', icon: IconLanguage },
    { group: 'account', place: 20, path: '/support', name: 'Help', icon: IconHelp },
  ],
});
