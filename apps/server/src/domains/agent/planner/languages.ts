import type { Choice } from './token-reader.ts';
import { splitWords } from './vocabulary.ts';

/** The planner's answer in a language that it cannot read, with buttons in that language for requests that it can. */
export interface Language {
  code: string;
  cannot: string;
  choices: readonly Choice[];
}

const offering = (code: string, cannot: string, labels: readonly [string, string, string]): Language => ({
  code,
  cannot,
  choices: ['What goes out tomorrow?', 'Show failed messages', 'Who has not answered?'].map((request, at) => ({
    label: labels[at] ?? request,
    request,
  })),
});

const LANGUAGES = {
  es: offering('es', 'Sin un modelo de lenguaje solo entiendo inglés, así que no he hecho nada.', [
    '¿Qué sale mañana?',
    'Mensajes fallidos',
    '¿Quién no ha respondido?',
  ]),
  de: offering('de', 'Ohne Sprachmodell verstehe ich nur Englisch; ich habe nichts getan.', [
    'Was geht morgen raus?',
    'Fehlgeschlagene Nachrichten',
    'Wer hat nicht geantwortet?',
  ]),
  pt: offering('pt', 'Sem um modelo de linguagem só entendo inglês, por isso não fiz nada.', [
    'O que sai amanhã?',
    'Mensagens que falharam',
    'Quem não respondeu?',
  ]),
  fr: offering('fr', 'Sans modèle de langage, je ne comprends que l’anglais ; je n’ai rien fait.', [
    'Qu’est-ce qui part demain ?',
    'Messages en échec',
    'Qui n’a pas répondu ?',
  ]),
  he: offering('he', 'בלי מודל שפה אני מבין רק אנגלית, ולכן לא עשיתי דבר.', [
    'מה יוצא מחר?',
    'הודעות שנכשלו',
    'מי לא ענה?',
  ]),
  ar: offering('ar', 'من دون نموذج لغوي لا أفهم إلا الإنجليزية، لذلك لم أفعل شيئًا.', [
    'ماذا سيُرسل غدًا؟',
    'الرسائل التي فشلت',
    'من لم يُجب؟',
  ]),
};

/** Words that are common in one language and rare in English. */
const COMMON: [code: 'es' | 'de' | 'pt' | 'fr', words: Set<string>][] = [
  [
    'es',
    new Set(
      splitWords(`el la los las un una que qué de del por para con mi mis su al es está están hola gracias favor mañana hoy ayer mensaje mensajes
        envía enviar manda mandar quiero quién cuándo cuántos cuándo cancela cancelar muestra mostrar dile escribe programa sale todos y lunes martes viernes`),
    ),
  ],
  [
    'de',
    new Set(
      splitWords(`der die das ein eine einen dem den ist sind und mit für von zu zum morgen heute gestern bitte nachricht nachrichten schick schicke
        senden sende schreib schreibe zeig zeige wer wann wie viele alle meine mein nicht ich an um uhr geht raus lösche verschiebe auf danke hallo montag freitag`),
    ),
  ],
  [
    'pt',
    new Set(
      splitWords(`o os as um uma que de do da dos das por para com meu minha meus minhas é está olá obrigado obrigada favor amanhã hoje ontem mensagem
        mensagens envia enviar envie manda mande quero quem quando quantas cancela cancelar mostra mostrar mostre sai todos e não às segunda sexta`),
    ),
  ],
  [
    'fr',
    new Set(
      splitWords(`le la les un une des du de que qui quoi est sont et avec pour par mon ma mes à au aux bonjour merci demain aujourd hui hier message
        messages envoie envoyer envoyez veux veut quand combien annule annuler montre montrer dis écris tous pas ne je il elle sort part lundi vendredi`),
    ),
  ],
];
/** Words of these lists that also exist in English. */
const ENGLISH = new Set(
  splitWords(`a an the to for of on in at by with and or is are was were be do does did has have had i you he she it we they my your his her our what
    which who when where why how many show list send schedule cancel move text tell message messages not no yes please tomorrow today all`),
);

/** The language of a request, if it is one of those with an answer; null for English or any other. */
export function languageOf(words: string): Language | null {
  const letters = words.match(/\p{L}/gu) ?? [];
  const share = (script: RegExp) =>
    letters.filter((letter) => script.test(letter)).length / Math.max(letters.length, 1);
  if (share(/\p{Script=Hebrew}/u) > 0.5) return LANGUAGES.he;
  if (share(/\p{Script=Arabic}/u) > 0.5) return LANGUAGES.ar;
  const requestWords = words.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const english = requestWords.filter((word) => ENGLISH.has(word)).length;
  const [best, second] = COMMON.map(([code, known]) => ({
    code,
    count: requestWords.filter((word) => known.has(word)).length,
  })).sort((a, b) => b.count - a.count);
  if (!best || best.count === 0 || best.count <= english || (best.count === 1 && requestWords.length > 2)) return null;
  return second && second.count === best.count && best.count === 1 ? null : LANGUAGES[best.code];
}
