/**
 * What people write to get no more messages, as the whole message. Words that also answer a question ("no", "cancel", "end") are not among them: who is
 * asked about an appointment may say those.
 */
const STOP_WORDS: ReadonlySet<string> = new Set([
  // English
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
  // German, Dutch, Polish, Turkish
  ...['stopp', 'abmelden', 'abbestellen', 'afmelden', 'uitschrijven', 'rezygnuję', 'wypisz', 'ret', 'abonelikten çık'],
  // Hebrew, Arabic
  ...[
    'הסר',
    'הסירו',
    'להסיר',
    'הסירו אותי',
    'הפסק',
    'עצור',
    'إيقاف',
    'ايقاف',
    'توقف',
    'الغاء الاشتراك',
    'إلغاء الاشتراك',
  ],
  // Russian, Hindi, Indonesian
  ...['стоп', 'отписаться', 'отписка', 'रोकें', 'रोको', 'बंद करो', 'berhenti', 'berhenti berlangganan'],
  // Chinese, Japanese, Korean
  ...['停止', '退订', '退訂', '取消订阅', '取消訂閱', '配信停止', '停止してください', '수신거부', '그만'],
]);

/** Longer is a sentence, which may say anything. */
const MAX_LENGTH = 40;

/** Whether a message as a whole asks for no more messages; signs, upper and lower case do not matter. */
export function asksToStop(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return STOP_WORDS.has(plain);
}
