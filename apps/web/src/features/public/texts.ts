import { addTexts } from '../../lib/i18n/i18n.ts';

const publicTexts = addTexts('public', {
  home: 'Go to the start',
  thanks: {
    plan: 'See your plan',
    purchase: { title: 'Payment received', text: 'Your plan changes in a moment. Its invoice is in Settings.' },
    unsubscribe: { title: 'You’re unsubscribed', text: 'You won’t receive more of these messages.' },
    uninstall: { title: 'Thanks for telling us', text: 'Your account and messages are unchanged.' },
    other: { title: 'All done', text: 'You can close this page.' },
  },
  uninstall: {
    title: 'Extension removed',
    lead: 'Why did you remove it? One click is enough, and your answer is anonymous.',
    reason: 'The reason',
    reasons: {
      'not-needed': 'I don’t need it any more',
      'did-not-work': 'It didn’t work',
      'too-hard': 'It was too hard to use',
      'other-product': 'I use something else now',
      privacy: 'I was worried about privacy',
      other: 'Something else',
    },
    words: 'In your own words',
    wordsHint: 'Optional.',
    choose: 'Choose a reason',
    send: 'Send',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    public: typeof publicTexts;
  }
}
