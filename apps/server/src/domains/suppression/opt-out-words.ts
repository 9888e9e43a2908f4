/**
 * Messages that opt out if they are the whole message. Words that also answer a question ("no", "cancel", "end") are
 * not included: people may say those about an appointment.
 */
const OPT_OUT_WORDS: readonly string[] = [
  // English
  ...['please stop', 'stop please', 'no more messages', 'stop messaging me', 'unsub', 'quit'],
  ...[
    'stop',
    'stop all',
    'stopall',
    'unsubscribe',
    'unsubscribe me',
    'opt out',
    'optout',
    'stop messages',
    'remove me',
  ],
  // Spanish, Portuguese, French, Italian
  ...['baja', 'darme de baja', 'no más mensajes', 'cancelar suscripción', 'parar', 'pare', 'sair', 'descadastrar'],
  ...['cancelar inscrição', 'arrêt', 'arret', 'arrêter', 'désabonner', 'se désabonner', 'desinscrire', 'cancellami'],
  ...['detener', 'no enviar más', 'no quiero más mensajes', 'parem', 'não quero mais mensagens', 'me remova'],
  // German, Dutch, Polish, Turkish
  ...['stopp', 'abmelden', 'abbestellen', 'afmelden', 'uitschrijven', 'rezygnuję', 'wypisz', 'ret', 'abonelikten çık'],
  ...['austragen', 'keine nachrichten mehr'],
  // Hebrew, Arabic
  ...['הסרה', 'להסרה', 'הסר אותי', 'תסיר אותי', 'תסירו אותי', 'הפסיקו', 'أوقف', 'قف'],
  ...['הסר', 'הסירו', 'להסיר', 'הסירו אותי', 'הפסק', 'עצור', 'إيقاف', 'توقف', 'إلغاء الاشتراك'],
  // Russian, Hindi, Indonesian
  ...['стоп', 'отписаться', 'отписка', 'रोकें', 'रोको', 'बंद करो', 'berhenti', 'berhenti berlangganan'],
  // Chinese, Japanese, Korean
  ...['停止', '退订', '退訂', '取消订阅', '取消訂閱', '配信停止', '停止してください', '수신거부', '그만'],
];

/** Maximum length; anything longer is a sentence, which may mean anything. */
const MAX_LENGTH = 40;

/**
 * Accents of Latin letters, and points of Hebrew and Arabic, which hurried writers omit. In other scripts, such marks
 * make different words.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;

/**
 * Normalises for comparison: letters only, without case and accents. Turkish has an i without a dot, whose capital is
 * the I of other languages.
 */
const normalize = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const NORMALIZED_WORDS: ReadonlySet<string> = new Set(OPT_OUT_WORDS.map(normalize));

/** Whether a message as a whole is an opt-out, ignoring punctuation, accents and case. */
export const isOptOut = (text: string): boolean => text.length <= MAX_LENGTH && NORMALIZED_WORDS.has(normalize(text));
