import { addTexts } from '../../lib/i18n/i18n.ts';

/** Texts of the account's screens behind the sign-in. */
export const accountTexts = addTexts('account', {
  security: {
    title: 'Security',
    readOnly: 'Only they themselves can change this.',
    failed: 'That did not work. {{reason}}',
    password: {
      title: 'Password',
      current: 'Current password',
      next: 'New password',
      rule: 'At least {{count}} characters',
      submit: 'Change password',
      hint: 'Everybody who is signed in elsewhere is signed out.',
      done: 'The password is changed, and every other sign-in has ended.',
      short: 'Use at least {{count}} characters',
      missing: 'Enter your password',
      none: 'You sign in without a password.',
    },
    twoFactor: {
      title: 'Second factor',
      about: 'A code of an authenticator app, asked for beside your password.',
      on: 'On',
      off: 'Off',
      demandedBy: 'Asked for by: {{names}}',
      begin: 'Set up',
      beginTitle: 'Set up a second factor',
      confirmPassword: 'Your password',
      next: 'Continue',
      scan: 'Scan this with an authenticator app, or enter the key by hand.',
      qr: 'QR code for the authenticator app',
      key: 'Key',
      code: 'Code that the app shows',
      finish: 'Turn on',
      done: 'The second factor is on',
      codesTitle: 'Recovery codes',
      codes: 'Keep these where you find them without your phone. Each signs you in once. They are shown this once.',
      copy: 'Copy codes',
      copied: 'Copied',
      kept: 'I have kept them',
      end: 'Turn off',
      endTitle: 'Turn the second factor off',
      endText:
        'Your password alone signs you in then. Workspaces that ask for a second factor can no longer be entered.',
      ended: 'The second factor is off',
      newCodes: 'New recovery codes',
      newCodesTitle: 'Make new recovery codes',
      newCodesText: 'The earlier ones work no more.',
      make: 'Make codes',
    },
    signIns: {
      title: 'Where you are signed in',
      here: 'This browser',
      end: 'Sign out',
      endOf: 'Sign out {{device}}',
      endAll: 'Sign out everywhere else',
      ended_one: '{{count}} sign-in ended',
      ended_other: '{{count}} sign-ins ended',
      unknownAddress: 'address unknown',
    },
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    account: typeof accountTexts;
  }
}
