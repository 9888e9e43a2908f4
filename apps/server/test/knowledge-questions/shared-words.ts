/** Words without content, for counting how many words a question shares with a text. The search doesn't use them. */
const EMPTY_WORDS: Record<string, string> = {
  en: `a an the is are was were be been do does did have has had can could may must should will would shall to of for in on at by with from up off out until
    which what when where who whom whose why how many much long far often tall and or but if then than that this these those it its i you me my your we us our they them their he she his
    there here not no so any some as about into over after before again just still myself`,
  es: `el la los las lo un una unos unas de del al a en con por para sin sobre hasta desde entre y o u e si no qué cuál cuáles cuánto cuánta cuántos cuántas cuándo cómo
    dónde quién cada es son está están hay ha han he ser se su sus mi mis me te le les nos yo usted que cual como antes después durante más muy ya puedo pueden puede hacer hay tiene
    tienen cuáles quiero a esto`,
  he: 'מה מתי איפה איך מי כמה איזה איזו אילו באיזה באיזו באילו עד אחרי לפני של את עם על אל מן האם אפשר יש אין לי לנו לכם אצלכם אנחנו אני אתם הוא היא זה זו כדי או גם לא כן עבור אם צריך',
  ar: 'ما ماذا متى أين كيف من كم هل لمن بكم إلى على في عن عند كل أي إذا أن التي الذي هذا هذه ذلك لا لم ليس أو ثم هو هي كيف عندي عندكم أنا بعد قبل حتى خلال دون',
  ja: '何 です か いくら どこ いつ だれ ください どう',
};
/** Letters written together with the following word. */
const JOINED: Record<string, RegExp> = { he: /^[ובכלמשה]{1,2}(?=.{2})/, ar: /^(وال|بال|كال|فال|لل|ال|[وبلف])(?=.{2})/ };
const JAPANESE_CONTENT = /[\p{Script=Han}\p{Script=Katakana}\p{N}]/u;
/** Words that start the same count as forms of one word. */
const STEM_LENGTH = 4;

const emptyWords = new Map(
  Object.entries(EMPTY_WORDS).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
);

function contentWords(language: string, text: string): string[] {
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .filter((word) => !emptyWords.get(language)?.has(word));
  if (language === 'ja') return words.filter((word) => JAPANESE_CONTENT.test(word));
  return words.map((word) => word.replace(JOINED[language] ?? /^$/, '').slice(0, STEM_LENGTH));
}

/** Share of a question's content words that occur in a text, from 0 to 1; counted independently of the search. */
export function sharedWords(language: string, question: string, text: string): number {
  const content = contentWords(language, question);
  const there = new Set(contentWords(language, text));
  return content.filter((word) => there.has(word)).length / content.length;
}
