import type english from '../../_locales/en/messages.json';

export type TextName = keyof typeof english;

/** The browser reports the direction of its own language, which may not be the one shown. */
const RIGHT_TO_LEFT = ['ar', 'he'];

/** A text in the browser's language, or in English. */
export const text = (name: TextName, ...values: string[]): string => chrome.i18n.getMessage(name, values);

/** Fills in the texts of one of the extension's pages, wherever `data-text` names one. */
export function translatePage(): void {
  document.documentElement.lang = text('language');
  document.documentElement.dir = RIGHT_TO_LEFT.includes(text('language')) ? 'rtl' : 'ltr';
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = text(element.dataset.text as TextName);
}
