import { IconChartBar, IconCreditCard, IconFileInvoice, IconGauge, IconReceipt2 } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, troubled } from '../../components/status/states.ts';

const invoiceStates = { open: troubled('Open'), paid: done('Paid') } as const;

export const billing = defineFeature({
  pages: [
    { group: 'account', place: 20, path: '/account-subscription', name: 'Subscription', icon: IconCreditCard },
    { group: 'account', place: 21, path: '/admin-billing', name: 'Billing', icon: IconReceipt2 },
    { group: 'account', place: 22, path: '/account-invoices', name: 'Invoices', icon: IconFileInvoice },
    { group: 'account', place: 23, path: '/credits-usage', name: 'Credits usage', icon: IconChartBar },
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
