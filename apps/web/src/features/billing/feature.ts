import { IconChartBar, IconCreditCard, IconFileInvoice, IconReceipt2 } from '@tabler/icons-react';
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
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    invoice: typeof invoiceStates;
  }
}
