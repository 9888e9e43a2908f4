import i18next from 'i18next';
import { type LanguageFiles, loadTexts } from './texts-on-demand.ts';

/** Each by its own name. English is bundled with the code; the others are loaded when chosen. */
export const LANGUAGES = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  de: 'Deutsch',
  he: 'עברית',
  ar: 'العربية',
} as const;
export type Language = keyof typeof LANGUAGES;

/**
 * English with an accent on every letter, which shows text that bypasses the translations, and the same from right to
 * left; used only by tests.
 */
const PSEUDO = { 'en-XA': 'ltr', 'ar-XB': 'rtl' } as const;
const KEY = 'language';

const languages = import.meta.glob<LanguageFiles>('./locales/*.ts', { import: 'default' });

function savedLanguage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The language chosen in this browser; before a choice, the browser's first preferred language that is available. */
export const chosenLanguage = (): Language => {
  const preferred = [savedLanguage(), ...navigator.languages.map((language) => language.split('-')[0])];
  const available = Object.keys(LANGUAGES) as Language[];
  return preferred.flatMap((code) => available.filter((language) => language === code))[0] ?? 'en';
};

/** Switches the language: the page is reloaded, since texts, directions and formats are everywhere in it. */
export function applyLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage may be blocked: the language then stays unchanged.
    return;
  }
  window.location.reload();
}

/**
 * Loads, before the first paint, the chosen language's texts for the code loaded so far; those of other screens arrive
 * with the screen. Untranslated texts stay English. Null when there is nothing to wait for.
 */
export function loadChosenLanguage(): Promise<void> | null {
  const pseudo = Object.entries(PSEUDO).find(([name]) => name === savedLanguage());
  if (pseudo) return import('./pseudo.ts').then(({ startPseudo }) => startPseudo(pseudo[1]));
  const language = chosenLanguage();
  const files = languages[`./locales/${language}.ts`];
  if (!files) return null;
  return files().then(
    async (found) => {
      await loadTexts(language, found);
      await i18next.changeLanguage(language);
    },
    // Without them the screens are in English, and work.
    () => undefined,
  );
}
