import { addTexts } from '../lib/i18n/i18n.ts';

const confirmTexts = addTexts('confirm', {
  title: 'Confirm it’s you',
  text: 'Keys and passkeys keep working after you sign out, so we check first.',
  password: 'Your password',
  show: 'Show or hide the password',
  code: 'Code from your authenticator app',
  submit: 'Confirm',
  again: 'Sign out and in again first: this needs a sign-in within the last ten minutes.',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    confirm: typeof confirmTexts;
  }
}
