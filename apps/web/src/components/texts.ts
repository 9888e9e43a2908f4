import { addTexts } from '../lib/i18n/i18n.ts';

/** Texts of the frame around every screen. */
export const shellTexts = addTexts('shell', {
  product: 'Switchyard',
  tagline: 'WhatsApp messages on time, from your own server.',
  language: 'Language',
  error: {
    title: 'This didn’t load',
    away: 'Can’t reach the server',
    crash: 'Something went wrong on this page',
    retry: 'Try again',
    requestId: 'Request {{id}}',
    copy: 'Copy request id',
    copied: 'Copied',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    shell: typeof shellTexts;
  }
}
