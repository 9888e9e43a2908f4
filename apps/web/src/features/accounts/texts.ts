import { addTexts } from '../../lib/i18n/i18n.ts';
import type { undoEmailTexts } from './undo-email-texts.ts';

export const accountsTexts = addTexts('accounts', {
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  showPassword: 'Show or hide the password',
  passwordRule: 'At least {{count}} characters',
  fullName: 'Your name',
  backToSignIn: 'Back to sign in',
  login: {
    title: 'Sign in',
    submit: 'Sign in',
    forgot: 'Forgot password?',
    noAccount: 'New here?',
    toSignUp: 'Create an account',
    closed: 'Need an account? Ask your administrator.',
    about: 'Schedule WhatsApp messages, run campaigns and bots, on your own server.',
    points: {
      schedule: 'Messages go out on time, from every number you connect',
      automate: 'Campaigns and bots respect opt-outs and quiet hours',
      own: 'Your contacts and messages stay on your own server',
    },
    passwordChanged: 'Password changed. Sign in with your new password.',
  },
  demo: {
    title: 'Demo accounts',
    pro: 'Pro user',
    free: 'Free user',
    admin: 'Administrator',
    password: 'Shared password:',
  },
  signup: {
    title: 'Create your account',
    submit: 'Create account',
    workspace: 'Workspace name',
    workspaceHint: 'Where your messages and connections live. You can rename it later.',
    zone: 'Time zone',
    country: 'Country',
    haveAccount: 'Have an account?',
    toSignIn: 'Sign in',
    closedTitle: 'Sign-up is closed',
    closed: 'The administrator of this server has closed sign-up. Ask them for an account.',
  },
  forgot: {
    title: 'Reset your password',
    lead: 'We’ll email you a link. It works for one hour.',
    submit: 'Send link',
    sentTitle: 'Check your email',
    sent: 'If {{email}} has an account, a link to set a new password is on its way.',
  },
  reset: {
    title: 'Set a new password',
    submit: 'Save password',
    badLink: 'This link has expired or was already used.',
    newLink: 'Send a new link',
  },
  forbidden: {
    title: 'You don’t have access',
    lead: 'This page is for administrators. If you need it, ask one of them for access.',
    home: 'Go to the calendar',
  },
  notFound: {
    title: 'Page not found',
    lead: 'The address may be wrong, or the page was removed.',
    home: 'Go to the home page',
  },
  secondFactor: {
    title: 'Two-factor authentication',
    lead: 'Enter the current code from your authenticator app.',
    recoveryLead: 'Enter one of your recovery codes. Each works once.',
    code: 'Code',
    recovery: 'Recovery code',
    useRecovery: 'Use a recovery code',
    useApp: 'Use the app',
    over: 'This took too long, or too many codes were wrong. Sign in again.',
  },
  passkey: {
    signIn: 'Use a passkey',
    unknown: 'This passkey isn’t registered here. Sign in with your password.',
  },
  provider: {
    submit: 'Continue with {{name}}',
    or: 'or with a password',
    admin: 'Sign in as a platform administrator',
    noPasswords: 'This server doesn’t use passwords. Ask whoever runs the sign-in provider for help.',
    fault: {
      addressNotVerified: '{{name}} hasn’t verified your email address. Verify it there, then try again.',
      noAddress: '{{name}} has no email address for you. Add one there, then try again.',
      signUpClosed: 'You have no account here, and this address hasn’t been invited.',
      away: '{{name}} isn’t responding. Try again shortly.',
      denied: 'You cancelled, or {{name}} refused the sign-in.',
      over: 'This took too long, or was started in another browser. Try again.',
      other: 'Signing in with {{name}} didn’t work. Try again.',
    },
  },
  fault: {
    codeMissing: 'Enter the code',
    emailMissing: 'Enter your email address',
    emailWrong: 'Enter an email address, such as ada@example.com',
    passwordMissing: 'Enter your password',
    passwordShort: 'Use at least {{count}} characters',
    nameMissing: 'Enter your name',
    workspaceMissing: 'Enter a workspace name',
    wrongLogin: 'The email or password is incorrect.',
    tooMany: 'Too many attempts. Wait a minute, then try again.',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    accounts: typeof accountsTexts & typeof undoEmailTexts;
  }
}
