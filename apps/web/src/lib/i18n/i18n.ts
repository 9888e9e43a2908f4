import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { requestTexts } from './texts-on-demand.ts';

/** Starts the translations. Each feature adds its own texts with {@link addTexts} when it is loaded. */
export function startI18n(): void {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    document.documentElement.dir = i18next.dir(language);
  });
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: {},
    // The texts are bundled, so `t` is right from the first render.
    initAsync: false,
    interpolation: { escapeValue: true, escape: isolate },
    // Code that loads independently of a screen may arrive before its texts.
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
}

/**
 * Adds a namespace's English texts and returns them, so that their type can be declared: `declare module 'i18next' {
 * interface ResourceNamespaceMap { messages: typeof english } }`.
 */
export function addTexts<const Texts extends object>(namespace: string, english: Texts): Texts {
  // Nothing waits for them: they arrive with the code that shows them.
  const add = () => i18next.addResourceBundle('en', namespace, english, true, true, { silent: true });
  i18next.on('initialized', add);
  if (i18next.isInitialized) add();
  requestTexts(namespace);
  return english;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Wraps a value inserted into a text, such as a name or a time, in Unicode isolates (UAX 9) where its direction and the
 * text's could conflict. React does the escaping.
 */
export function isolate(value: string): string {
  const isMixed = globalThis.document?.documentElement.dir === 'rtl' || RIGHT_TO_LEFT.test(value);
  return isMixed ? `\u2068${value}\u2069` : value;
}

/** The language for numbers and dates. */
export function currentLanguage(): string {
  return i18next.language || 'en';
}
