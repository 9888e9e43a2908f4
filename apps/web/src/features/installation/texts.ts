import { addTexts } from '../../lib/i18n/i18n.ts';

/** Texts of the screen for operators of this installation. Like the other operators' screens it is in English. */
export const installationTexts = addTexts('installation', {
  title: 'Installation',
  tabs: { people: 'People', workspaces: 'Workspaces', checks: 'Checks', activity: 'Activity', retention: 'Retention' },
  retention: {
    lead: 'How long data is kept before it’s permanently deleted. Change this in the server settings.',
    what: 'What',
    days: 'Kept for',
    setting: 'Setting',
    forEver: 'No limit',
    day_one: '{{count}} day',
    day_other: '{{count}} days',
  },
  find: 'Search by name or email',
  filter: { label: 'Show', any: 'All', admins: 'Administrators', suspended: 'Suspended', deleting: 'Being deleted' },
  nobody: 'No one found',
  noWorkspace: 'No workspaces found',
  column: {
    name: 'Name',
    email: 'Email',
    role: 'Role',
    state: 'State',
    twoFactor: 'Two-factor',
    workspaces: 'Workspaces',
    engines: 'Connections',
    signIns: 'Sign-ins',
    lastSignIn: 'Last sign-in',
    created: 'Created',
    owner: 'Owner',
    plan: 'Plan',
    people: 'People',
    sent: 'Sent in 30 days',
    files: 'Files',
    actions: 'Actions',
  },
  role: { admin: 'Administrator', support: 'Support', user: 'User' },
  on: 'On',
  off: 'Off',
  never: 'None',
  connectedOf: '{{connected}} of {{engines}} connected',
  you: '(you)',
  actionsOf: 'Actions for {{name}}',
  done: 'Saved',
  act: {
    suspend: {
      do: 'Suspend',
      title: 'Suspend {{name}}?',
      text: 'Ends all sign-ins, stops their connections, and blocks their API keys and connected apps. Workspaces with no other members are suspended too. You can undo this.',
    },
    reinstate: {
      do: 'Reinstate',
      title: 'Reinstate {{name}}?',
      text: 'They can sign in again. Their keys, connected apps and connections work again.',
    },
    admin: {
      do: 'Make administrator',
      title: 'Make {{name}} an administrator?',
      text: 'They can manage all people, workspaces and connections of this installation.',
    },
    support: {
      do: 'Make support',
      title: 'Give {{name}} the support role?',
      text: 'They can view workspaces read-only, with a reason that is recorded.',
    },
    user: {
      do: 'Remove role',
      title: 'Remove the role of {{name}}?',
      text: 'They keep their own workspaces and nothing beyond them.',
    },
    resetTwoFactor: {
      do: 'Reset two-factor',
      title: 'Reset two-factor authentication of {{name}}?',
      text: 'Removes their second factor and passkeys. They sign in with their password alone until they set up a new one.',
    },
    endSignIns: {
      do: 'Sign out everywhere',
      title: 'Sign {{name}} out everywhere?',
      text: 'Ends all their sign-ins. They can sign in again.',
    },
    delete: {
      do: 'Delete',
      title: 'Delete {{name}}?',
      text: 'They lose access now. Their account and the workspaces only they are in are deleted in 14 days. You can undo this until then.',
    },
    keep: {
      do: 'Cancel deletion',
      title: 'Keep {{name}}?',
      text: 'The account stays, and they can sign in again.',
    },
    suspendWorkspace: {
      do: 'Suspend',
      title: 'Suspend {{name}}?',
      text: 'Nobody can enter it, its connections and webhooks stop, and its keys are blocked. You can undo this.',
    },
    reinstateWorkspace: {
      do: 'Reinstate',
      title: 'Reinstate {{name}}?',
      text: 'Its members can enter it again, and its connections start.',
    },
    deleteWorkspace: {
      do: 'Delete',
      title: 'Delete {{name}}?',
      text: 'Its connections stop now, and everything in it is deleted in 14 days. You can undo this until then.',
    },
    keepWorkspace: {
      do: 'Cancel deletion',
      title: 'Keep {{name}}?',
      text: 'The workspace stays, and its connections start.',
    },
  },
  checks: {
    lead: 'The same as “npm run doctor” on the server.',
    again: 'Check again',
    about: 'Check',
    result: 'Result',
    remedy: 'What to do',
  },
  activity: {
    lead: 'Sign-ins including failed ones, changes people made to their accounts, and changes administrators made to people. Each workspace has its own log.',
    when: 'When',
    by: 'By',
    act: 'Action',
    subject: 'To',
    address: 'Address',
    details: 'Details',
    find: 'Search by person or address',
    export: 'Export',
    show: {
      signIns: 'Sign-ins',
      failedSignIns: 'Failed sign-ins',
      accounts: 'Changes to accounts',
      people: 'By administrators',
    },
    none: 'Nothing yet',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    installation: typeof installationTexts;
  }
}
