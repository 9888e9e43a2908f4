import { addTexts } from '../../lib/i18n/i18n.ts';

export const supportTexts = addTexts('support', {
  ask: {
    title: 'Why do you look?',
    lead: 'You are about to see what {{name}} sees in {{workspace}}. Nothing can be changed. Your name and the reason stand in the audit log of the workspace. It ends after {{minutes}} minutes.',
    reason: 'Reason',
    reasonHint: 'Such as: asked in ticket 4711 why messages wait',
    missing: 'Say why',
    begin: 'Look at the screens',
    back: 'Go back',
  },
  access: {
    title: 'Support access',
    lead: 'People who run this Switchyard can look at your screens when you ask for help, with a reason, for {{minutes}} minutes, and can change nothing.',
    texts: 'Support may read what is written in chats',
    textsHint: 'Without it chats are closed to them. Only an owner can change this.',
    saved: 'Saved',
    none: 'Nobody of support has looked at this workspace',
    by: 'Who',
    as: 'Through the eyes of',
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
