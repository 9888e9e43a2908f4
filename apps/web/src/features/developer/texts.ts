import { addTexts } from '../../lib/i18n/i18n.ts';

const developerTexts = addTexts('developer', {
  title: 'API keys',
  lead: 'With a key a program does what you may do here, as far as its scopes go. Send it as <code>authorization: Bearer sy_…</code> to any address under <code>/api</code>.',
  new: 'New key',
  name: 'Name',
  nameHint: 'What uses it, such as: Booking system',
  nameMissing: 'Name the key',
  key: 'Key',
  scopes: 'Scopes',
  scopesHint: 'What it can read and what it can change. Choose only what it needs.',
  scopesMissing: 'Choose at least one',
  read: 'Read',
  change: 'Change',
  expires: 'Expires',
  expiry: { '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year', never: 'Never' },
  never: 'Never',
  by: 'Made by',
  lastUsed: 'Last used',
  lastUsedFrom: 'from {{address}}',
  notUsed: 'Not yet',
  state: 'State',
  create: 'Create key',
  created: 'Copy the key now',
  createdText: 'It’s only shown once. Anyone who has it can do what its scopes allow.',
  copy: 'Copy',
  copied: 'Copied',
  done: 'I have copied it',
  revoke: 'Revoke',
  revokeKey: 'Revoke {{name}}',
  revokeTitle: 'Revoke {{name}}?',
  revokeText: 'Programs that use it are refused from the next request on. This cannot be undone.',
  revoked: '{{name}} is revoked',
  keep: 'Keep it',
  empty: 'No keys yet',
  emptyText: 'A key lets a program of yours read or change what is in this workspace.',
  forbidden: 'Owners and admins of a workspace manage its keys. Ask one of them.',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    developer: typeof developerTexts;
  }
}
