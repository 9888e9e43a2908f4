import type english from '../../_locales/en/messages.json';

export type TextName = keyof typeof english;

/** The browser tells the direction of its own language, which need not be the one that is shown. */
const RIGHT_TO_LEFT = ['ar', 'he'];

/** In the browser's language, or in English. */
export const text = (name: TextName, ...values: string[]): string => chrome.i18n.getMessage(name, values);

/** Puts the texts into a page of ours: each where `data-text` names it. */
export function translatePage(): void {
  document.documentElement.lang = text('language');
  document.documentElement.dir = RIGHT_TO_LEFT.includes(text('language')) ? 'rtl' : 'ltr';
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = text(element.dataset.text as TextName);
}
