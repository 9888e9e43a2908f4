import { addTexts } from '../../lib/i18n/i18n.ts';

const publicTexts = addTexts('public', {
  home: 'Go to the start',
  thanks: {
    title: 'Thank you',
    purchase: 'Your plan is active. Find it and its invoice under Subscription.',
    unsubscribe: 'You won’t receive more of these messages.',
    uninstall:
      'Your answer helps. The extension is removed from your browser; your account and messages are unchanged.',
    other: 'All done.',
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
