import { addTexts } from '../lib/i18n/i18n.ts';

/** Texts of the frame around every screen. */
export const shellTexts = addTexts('shell', {
  product: 'Switchyard',
  tagline: 'Messages on time, on your own engines.',
  language: 'Language',
  error: {
    title: 'This did not load',
    crash: 'Something on this screen went wrong',
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
