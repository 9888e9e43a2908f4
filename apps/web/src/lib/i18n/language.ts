import i18next from 'i18next';
import { type LanguageFiles, loadTexts } from './texts-on-demand.ts';

/** Each by its own name. English is bundled with what it is of; the others are loaded when somebody has chosen one. */
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
 * English with an accent on every letter, to see which words come from elsewhere, and the same from right to left;
 * chosen by nobody but tests.
 */
const PSEUDO = { 'en-XA': 'ltr', 'ar-XB': 'rtl' } as const;
const KEY = 'language';

const languages = import.meta.glob<LanguageFiles>('./locales/*.ts', { import: 'default' });

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * The language that was chosen in this browser; before anybody has, the first that the browser asks for and that there
 * is.
 */
export const chosenLanguage = (): Language => {
  const asked = [kept(), ...navigator.languages.map((language) => language.split('-')[0])];
  const there = Object.keys(LANGUAGES) as Language[];
  return asked.flatMap((one) => there.filter((language) => language === one))[0] ?? 'en';
};

/**
 * Shows everything in another language: the page is loaded anew, since words, directions and formats are all over it.
 */
export function applyLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage may be blocked: then it stays as it is.
    return;
  }
  window.location.reload();
}

/**
 * Before the first paint: the texts of what is loaded by then, in the chosen language; those of other screens come with
 * the screen. What it has no words for stays English. Null: there is nothing to wait for.
 */
export function loadChosenLanguage(): Promise<void> | null {
  const pseudo = Object.entries(PSEUDO).find(([name]) => name === kept());
  if (pseudo) return import('./pseudo.ts').then(({ startPseudo }) => startPseudo(pseudo[1]));
  const language = chosenLanguage();
  const files = languages[`./locales/${language}.ts`];
  if (!files) return null;
  return files().then(
    async (found) => {
      await loadTexts(language, found);
      await i18next.changeLanguage(language);
    },
    // Without them the screens are English, and work.
    () => undefined,
  );
}
