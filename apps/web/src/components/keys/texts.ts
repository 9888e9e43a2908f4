import { addTexts } from '../../lib/i18n/i18n.ts';

const keysTexts = addTexts('keys', {
  title: 'Keyboard',
  open: 'Keyboard shortcuts',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    keys: typeof keysTexts;
  }
}
