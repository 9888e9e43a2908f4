import i18next from 'i18next';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀćďéƒǵĥíĵķľḿńóṕɋŕśťúṽẃẋýźÁɃĆĎÉƑǴĤÍĴĶĽḾŃÓṔɊŔŚŤÚṼẂẊÝŹ';
const accents = new Map([...PLAIN].map((letter, at) => [letter, [...ACCENTED][at] ?? letter]));

/** A text with an accent on every letter, outside of the marks of `Trans`. */
export const accented = (text: string): string =>
  text.replaceAll(/<[^>]*>|[a-zA-Z]/g, (part) => accents.get(part) ?? part);

/** From now on every text that comes from the translations is accented; what is not comes from elsewhere. */
export function startPseudo(direction: 'ltr' | 'rtl'): void {
  document.documentElement.dir = direction;
  i18next.use({
    type: 'postProcessor',
    name: 'pseudo',
    process: (value: unknown) => (typeof value === 'string' ? accented(value) : value) as string,
  });
  i18next.options.postProcess = ['pseudo'];
}
