import { addTexts } from '../../lib/i18n/i18n.ts';

export const billingTexts = addTexts('billing', {
  title: 'Subscription',
  lead: 'The plan of {{workspace}}.',
  current: 'Your plan',
  plan: { free: 'Free', pro: 'Pro' },
  about: {
    free: 'Plan messages, contacts and imports. Messages go out through the extension in your own browser.',
    pro: 'Everything in Free, and messages go out around the clock from our servers.',
  },
  engines_zero: 'No gateway engines',
  engines_one: '{{count}} gateway engine',
  engines_other: '{{count}} gateway engines',
  offers: {
    free: ['Scheduled messages and calendar', 'Contacts, import and export'],
    pro: ['Sends while your browser and phone are away', 'Engine explorer with events and memory'],
  },
  switch: { pro: 'Switch to Pro', free: 'Switch to Free' },
  switched: 'The plan is now {{plan}}',
  demoHint: 'In the demo a switch costs nothing and takes effect at once.',
  ask: 'Ask the owner of the workspace, or an administrator, to change the plan.',
  freeTitle: 'Switch to Free?',
  freeText: 'You can create no new gateway engine. One that exists keeps running until you delete it.',
  history: 'Changes',
  change: '{{from}} to {{to}}',
  by: 'by {{name}}',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    billing: typeof billingTexts;
  }
}
