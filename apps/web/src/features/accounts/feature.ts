import {
  IconChartPie,
  IconDeviceLaptop,
  IconHelp,
  IconKey,
  IconLanguage,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const accounts = defineFeature({
  pages: [
    { group: 'you', place: 1, path: '/account', name: 'Profile', icon: IconUser },
    { group: 'you', place: 2, path: '/account-language', name: 'Language', icon: IconLanguage },
    { group: 'you', place: 4, path: '/account-security', name: 'Security', icon: IconShieldLock },
    { group: 'workspace', place: 1, path: '/user-overview', name: 'Overview', icon: IconChartPie },
    { group: 'you', place: 9, path: '/support', name: 'Help', icon: IconHelp },
  ],
  notices: {
    'key-expiring': {
      icon: IconKey,
      tone: 'warning',
      title: 'API key {{name}} expires soon',
      text: 'It works until {{at}}.',
      name: 'API key expiring',
      hint: 'Seven days before. For owners and admins.',
      to: () => '/admin-api',
    },
    'key-added': {
      icon: IconKey,
      tone: 'info',
      title: 'New API key: {{name}}',
      text: 'It was created with your account. If that wasn’t you, revoke it and change your password.',
      name: 'New API key',
      hint: 'Created with your account.',
      to: () => '/admin-api',
    },
    'passkey-added': {
      icon: IconShieldLock,
      tone: 'info',
      title: 'New passkey: {{name}}',
      text: 'If this wasn’t you, remove it and change your password.',
      name: 'New passkey',
      hint: 'Added to your account.',
      to: () => '/account-security',
    },
    'sign-in': {
      icon: IconDeviceLaptop,
      tone: 'info',
      title: 'New sign-in: {{name}}',
      text: 'From {{address}} at {{at}}. If this wasn’t you, change your password.',
      name: 'New sign-in',
      hint: 'From a device you haven’t used before.',
      to: () => '/account-security',
    },
  },
  auditNouns: { account: 'Accounts', support: 'Support' },
});
