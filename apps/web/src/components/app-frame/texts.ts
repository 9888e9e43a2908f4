import { addTexts } from '../../lib/i18n/i18n.ts';

export const frameTexts = addTexts('frame', {
  skip: 'Skip to content',
  loading: 'Loading',
  menu: {
    label: 'Main navigation',
    open: 'Open menu',
    close: 'Close menu',
    collapse: 'Collapse sidebar',
    expand: 'Expand sidebar',
    settings: 'Settings',
    back: 'Back',
  },
  group: {
    plan: 'Plan',
    talk: 'Talk',
    automate: 'Automate',
    work: 'Work',
    connect: 'Connect',
    operate: 'Operate',
    you: 'You',
    workspace: 'Workspace',
    billing: 'Plan and billing',
    developers: 'Developers',
  },
  search: {
    open: 'Search',
    placeholder: 'Find a page, contact, message or connection',
    pages: 'Pages',
    nothing: 'Nothing found',
    searching: 'Searching…',
    failed: 'Search failed. {{reason}}',
  },
  workspace: {
    switch: 'Workspace: {{name}}',
    choose: 'Switch to',
    needsTwoFactor: 'Requires two-factor authentication',
    people: 'People',
    edit: 'Workspace settings',
    new: 'New workspace',
    failed: 'Couldn’t switch workspace. {{reason}}',
  },
  account: {
    menu: 'Account: {{name}}',
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    system: 'System',
    own: 'Profile',
    subscription: 'Subscription',
    clock: 'Clock',
    clocks: { region: 'Region default', h12: '12 hours', h23: '24 hours' },
    signOut: 'Sign out',
    notKept: 'Not saved for other browsers. {{reason}}',
    signOutFailed: 'Couldn’t sign out. {{reason}}',
  },
  live: {
    live: 'Live',
    connecting: 'Connecting',
    reconnecting: 'Reconnecting',
    offline: 'Offline since {{time}}',
    liveHint: 'Changes appear as they happen.',
    connectingHint: 'Changes will appear as they happen.',
    reconnectingHint: 'Changes appear again in a moment.',
    offlineHint: 'What you see may be out of date. Reconnecting.',
  },
  missing: {
    title: 'No page at {{path}}',
    refused: 'You don’t have access to that page. It’s for administrators.',
    close: 'Close',
  },
  banner: {
    demoName: 'Demo',
    supportName: 'Support mode',
    demo: 'Demo: messages go to a simulated WhatsApp and don’t reach anyone.',
    demoLeave: 'Start with DEMO=false to leave the demo.',
    support: 'Support mode: you see what {{name}} sees, and nothing can be changed.',
    supportUntil: 'Support mode until {{time}}: you see what {{name}} sees, and nothing can be changed.',
    supportLeave: 'Leave support mode',
    deletionName: 'Deletion',
    workspaceGoes: 'This workspace will be deleted on {{at}}; its connections are stopped.',
    accountGoes: 'Your account will be deleted on {{at}}.',
    keep: 'Keep it',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    frame: typeof frameTexts;
  }
}
