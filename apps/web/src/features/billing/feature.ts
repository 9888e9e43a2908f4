import { IconChartBar, IconCreditCard, IconFileInvoice, IconGauge, IconReceipt2 } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, troubled } from '../../components/status/states.ts';

const invoiceStates = { open: troubled('Open'), paid: done('Paid') } as const;

export const billing = defineFeature({
  pages: [
    {
      group: 'billing',
      place: 1,
      path: '/account-subscription',
      also: ['/pricing'],
      name: 'Subscription',
      icon: IconCreditCard,
    },
    {
      group: 'billing',
      place: 2,
      path: '/admin-billing',
      also: ['/admin-billing-old'],
      name: 'Billing',
      icon: IconReceipt2,
    },
    {
      group: 'billing',
      place: 3,
      path: '/account-invoices',
      also: ['/invoices'],
      name: 'Invoices',
      icon: IconFileInvoice,
    },
    { group: 'billing', place: 4, path: '/credits-usage', name: 'Credits', icon: IconChartBar },
  ],
  states: { invoice: invoiceStates },
  notices: {
    'limit-near': {
      icon: IconGauge,
      tone: 'warning',
      title: '{{name}}: almost at the limit',
      text: '{{count}} of {{limit}} used.',
      name: 'Limit almost reached',
      hint: 'For owners and admins of the workspace.',
      to: () => '/account-subscription',
    },
    plan: {
      icon: IconCreditCard,
      tone: 'info',
      title: 'Your plan is changing',
      text: 'On {{at}}.',
      name: 'Plan change',
      hint: 'For owners and admins of the workspace.',
      to: () => '/account-subscription',
    },
  },
  auditNouns: { plan: 'Plan', invoice: 'Invoices' },
  scopes: { billing: 'Billing' },
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    invoice: typeof invoiceStates;
  }
}
