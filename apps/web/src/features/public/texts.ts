import { addTexts } from '../../lib/i18n/i18n.ts';

const publicTexts = addTexts('public', {
  home: 'Go to the start',
  thanks: {
    title: 'Thank you',
    purchase: 'Your plan is in force. You find it, and its invoice, under Subscription.',
    unsubscribe: 'You will get no more of these messages.',
    uninstall: 'Your answer helps. The extension is gone from your browser; your account and your messages are not.',
    other: 'That is done.',
  },
  uninstall: {
    title: 'The extension is removed',
    lead: 'What made you remove it? One click is enough, and nobody is told who you are.',
    reason: 'The reason',
    reasons: {
      'not-needed': 'I do not need it any more',
      'did-not-work': 'It did not work',
      'too-hard': 'It was too hard to use',
      'other-product': 'I use something else now',
      privacy: 'I was not sure about my privacy',
      other: 'Something else',
    },
    words: 'In your words',
    wordsHint: 'Not required.',
    choose: 'Choose a reason',
    send: 'Send',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    public: typeof publicTexts;
  }
}
