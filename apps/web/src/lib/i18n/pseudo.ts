import i18next from 'i18next';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀćďéƒǵĥíĵķľḿńóṕɋŕśťúṽẃẋýźÁɃĆĎÉƑǴĤÍĴĶĽḾŃÓṔɊŔŚŤÚṼẂẊÝŹ';
const accents = new Map([...PLAIN].map((letter, at) => [letter, [...ACCENTED][at] ?? letter]));

/** A text with an accent on every letter, except inside the marks of `Trans`. */
export const accented = (text: string): string =>
  text.replaceAll(/<[^>]*>|[a-zA-Z]/g, (part) => accents.get(part) ?? part);

/** Accents every translated text from now on; unaccented text does not come from the translations. */
export function startPseudo(direction: 'ltr' | 'rtl'): void {
  document.documentElement.dir = direction;
  i18next.use({
    type: 'postProcessor',
    name: 'pseudo',
    process: (value: unknown) => (typeof value === 'string' ? accented(value) : value) as string,
  });
  i18next.options.postProcess = ['pseudo'];
}
