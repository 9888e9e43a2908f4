/**
 * What people write to get no more messages, as the whole message. Words that also answer a question ("no", "cancel",
 * "end") are not among them: who is asked about an appointment may say those.
 */
const STOP_WORDS: readonly string[] = [
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

/** Longer is a sentence, which may say anything. */
const MAX_LENGTH = 40;

/**
 * Accents of Latin letters, points of Hebrew and Arabic: whoever writes in a hurry leaves them out. Signs of other
 * scripts make other words.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;

/**
 * As it is compared: letters only, without case and accents. Turkish has an i without a dot, whose capital is the I of
 * others.
 */
const plain = (text: string): string =>
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

const PLAIN_WORDS: ReadonlySet<string> = new Set(STOP_WORDS.map(plain));

/** Whether a message as a whole asks for no more messages; signs, accents, upper and lower case do not matter. */
export const isOptOut = (text: string): boolean => text.length <= MAX_LENGTH && PLAIN_WORDS.has(plain(text));
