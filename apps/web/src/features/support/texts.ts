import { addTexts } from '../../lib/i18n/i18n.ts';

export const supportTexts = addTexts('support', {
  ask: {
    title: 'Why do you need access?',
    lead: 'You’ll see what {{name}} sees in {{workspace}}, without being able to change anything. Your name and reason appear in the workspace’s audit log. Access ends after {{minutes}} minutes.',
    reason: 'Reason',
    reasonHint: 'For example: ticket 4711 asks why messages are waiting',
    missing: 'Enter a reason',
    begin: 'Start support mode',
    back: 'Go back',
  },
  access: {
    title: 'Support access',
    lead: 'When you ask for help, the people who run this server can view your screens for {{minutes}} minutes. They must give a reason and can’t change anything.',
    texts: 'Allow support to read chats',
    textsHint: 'Otherwise chats are hidden from them. Only an owner can change this.',
    saved: 'Saved',
    none: 'Support hasn’t accessed this workspace',
    by: 'Who',
    as: 'Viewed as',
    reason: 'Reason',
    from: 'From',
    until: 'Until',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    support: typeof supportTexts;
  }
}
