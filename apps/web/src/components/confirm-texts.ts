import { addTexts } from '../lib/i18n/i18n.ts';

const confirmTexts = addTexts('confirm', {
  title: 'Confirm that it is you',
  text: 'Keys and passkeys outlive a sign-in.',
  password: 'Your password',
  show: 'Show or hide the password',
  code: 'Code of your authenticator app',
  submit: 'Confirm',
  again: 'For this, sign out and in again: that must have been within the last ten minutes.',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    confirm: typeof confirmTexts;
  }
}
