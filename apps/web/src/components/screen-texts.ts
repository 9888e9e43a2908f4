import { addTexts } from '../lib/i18n/i18n.ts';

/** Texts of what screens are made of: tables, dialogs, states. */
export const screenTexts = addTexts('screen', {
  cancel: 'Cancel',
  close: 'Close',
  table: {
    columns: 'Choose columns',
    selectAll: 'Select all rows on this page',
    selectRow: 'Select row {{number}}',
    sortBy: 'Sort by {{column}}',
    loading: 'Loading',
  },
  pages: {
    label: 'Pages',
    range: '{{from}}–{{to}} of {{total}}',
    size: 'Rows per page',
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
  },
  states: {
    message: {
      pending: 'Pending',
      sending: 'Sending',
      sent: 'Sent',
      delivered: 'Delivered',
      read: 'Read',
      failed: 'Failed',
      cancelled: 'Cancelled',
      unknown: 'Needs a decision',
    },
    engine: {
      connected: 'Connected',
      qrcode: 'QR code',
      initializing: 'Initializing',
      browser_started: 'Browser started',
      navigating: 'Navigating',
      syncing: 'Syncing',
      waiting_for_whatsapp_page: 'Waiting for WhatsApp page',
      unpaired: 'Unpaired',
      disconnected: 'Disconnected',
      error: 'Error',
    },
    timeline: {
      connected: 'Connected',
      connecting: 'Connecting',
      initializing: 'Initializing',
      browser_started: 'Browser started',
      navigating: 'Navigating',
      waiting_for_whatsapp_page: 'Waiting for WhatsApp page',
      syncing: 'Syncing',
      qrcode: 'QR code',
      unpaired: 'Unpaired',
      disconnected: 'Disconnected',
      error: 'Error',
    },
    cluster: {
      connected: 'Connected',
      qrcode: 'QR code',
      initializing: 'Initializing',
      browser_started: 'Browser started',
      navigating: 'Navigating',
      unpaired: 'Unpaired',
      disconnected: 'Disconnected',
    },
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    screen: typeof screenTexts;
  }
}
