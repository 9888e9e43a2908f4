import { addTexts } from '../../../lib/i18n/i18n.ts';

const inboundTexts = addTexts('inbound', {
  title: 'Form webhooks',
  lead: 'Sends a template when a form is submitted. Paste the address into your form tool. <guide>How form webhooks work</guide>',
  forbidden: 'Only owners and admins can manage form webhooks. Ask one of them.',
  empty: 'No form webhooks yet',
  emptyText: 'A form tool sends a number and fields to a secret address; the number receives the template.',
  new: 'New form webhook',
  name: 'Name',
  nameHint: 'Where it is used, such as: Booking form',
  nameMissing: 'Enter a name',
  template: 'Template',
  templateHint: 'A form field fills the variable with the same name.',
  templateMissing: 'Choose a template',
  noTemplates: 'No templates yet. Save one in a campaign first.',
  templateGone: 'Deleted',
  address: 'Address',
  by: 'Created by',
  lastUsed: 'Last used',
  notUsed: 'Not yet',
  create: 'Create form webhook',
  save: 'Save',
  saved: 'Form webhook saved',
  edit: 'Edit',
  editTitle: 'Edit form webhook',
  addressTitle: 'Copy the address now',
  addressText: 'It is shown only once. Anyone who knows it can send this template in your name.',
  actions: 'Actions for {{name}}',
  rotate: 'New address',
  rotateTitle: 'Make a new address?',
  rotateText: 'The current address stops working immediately.',
  revoke: 'Revoke',
  revokeTitle: 'Revoke {{name}}?',
  revokeText: 'Its address stops working immediately. This cannot be undone.',
  revoked: '{{name}} is revoked',
  keep: 'Keep it',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    inbound: typeof inboundTexts;
  }
}
