import { addTexts } from '../../lib/i18n/i18n.ts';

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
    about: 'Schedule WhatsApp messages, run campaigns and bots, on your own server.',
    points: {
      schedule: 'Messages go out on time, from every number you connect',
      automate: 'Campaigns and bots respect opt-outs and quiet hours',
      own: 'Your contacts and messages stay on your own server',
    },
    passwordChanged: 'Your password is changed. Sign in with the new one.',
  },
  demo: {
    title: 'Demo accounts',
    hint: 'Choose one to fill in the form. Shared password:',
  },
  signup: {
    title: 'Create your account',
    submit: 'Create account',
    workspace: 'Workspace name',
    workspaceHint: 'Where your messages and engines live. You can rename it later.',
    zone: 'Time zone',
    country: 'Country',
    haveAccount: 'Have an account?',
    toSignIn: 'Sign in',
    closedTitle: 'No new accounts here',
    closed: 'Whoever runs this Switchyard has closed the sign-up. Ask them for an account.',
  },
  forgot: {
    title: 'Reset your password',
    lead: 'We send a link to your email address. It works for one hour.',
    submit: 'Send link',
    sentTitle: 'Check your mail',
    sent: 'If {{email}} has an account, a link to set a new password is on its way.',
  },
  reset: {
    title: 'Set a new password',
    submit: 'Save password',
    badLink: 'This link has expired or was used before.',
    newLink: 'Send a new link',
  },
  forbidden: {
    title: 'You may not see this',
    lead: 'This screen is for administrators. If you need it, ask one for access.',
    home: 'Go to the calendar',
  },
  notFound: {
    title: 'No such page',
    lead: 'The address may be mistyped, or what was here has been removed.',
    home: 'Go to the start',
  },
  secondFactor: {
    title: 'Second step',
    lead: 'Enter the code that your authenticator app shows now.',
    recoveryLead: 'Enter one of the recovery codes that you kept. Each works once.',
    code: 'Code',
    recovery: 'Recovery code',
    useRecovery: 'Use a recovery code',
    useApp: 'Use the app',
    over: 'This took too long, or too many codes were wrong. Sign in again.',
  },
  passkey: {
    signIn: 'Use a passkey',
    unknown: 'This passkey is not known here. Sign in with your password.',
  },
  provider: {
    submit: 'Continue with {{name}}',
    or: 'or with a password',
    admin: 'Sign in as an administrator of the platform',
    noPasswords: 'There are no passwords of your own here. Whoever runs the sign-in provider helps you.',
    fault: {
      addressNotVerified:
        '{{name}} has not made sure that the email address is yours. Have that done there, then try again.',
      noAddress: '{{name}} told no email address of yours. Enter one there, then try again.',
      signUpClosed: 'You have no account here, and nobody has invited this address.',
      away: '{{name}} does not answer. Try again shortly.',
      denied: 'You stopped, or {{name}} did not let you through.',
      over: 'This took too long, or was begun in another browser. Try again.',
      other: 'The sign-in with {{name}} did not work. Try again.',
    },
  },
  fault: {
    codeMissing: 'Enter the code',
    emailMissing: 'Enter your email address',
    emailWrong: 'Enter an email address, such as ada@example.com',
    passwordMissing: 'Enter your password',
    passwordShort: 'Use at least {{count}} characters',
    nameMissing: 'Enter your name',
    workspaceMissing: 'Name the workspace',
    wrongLogin: 'The email or the password is not right.',
    tooMany: 'Too many tries. Wait a minute, then try again.',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    accounts: typeof accountsTexts;
  }
}
