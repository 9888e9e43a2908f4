import type { InLanguages } from '../../platform/mail/words.ts';

/** The mail that invites somebody: its subject, what stands before its link, and for whom it does not concern. */
export const INVITATION_WORDS: InLanguages<{ subject: string; lines: readonly string[]; unknown: string }> = {
  en: {
    subject: '{person} invites you to {workspace}',
    lines: [
      'Hello,',
      '',
      '{person} invites you to work in {workspace} on Switchyard.',
      'This link takes you there. It works once, for {to}, within {days} days:',
    ],
    unknown: 'If you do not know them, there is nothing to do.',
  },
  es: {
    subject: '{person} te invita a {workspace}',
    lines: [
      'Hola:',
      '',
      '{person} te invita a trabajar en {workspace} en Switchyard.',
      'Este enlace te lleva allí. Funciona una sola vez, para {to}, durante {days} días:',
    ],
    unknown: 'Si no conoces a esa persona, no hay que hacer nada.',
  },
  pt: {
    subject: '{person} convida você para {workspace}',
    lines: [
      'Olá!',
      '',
      '{person} convida você para trabalhar em {workspace} no Switchyard.',
      'Este link leva até lá. Funciona uma única vez, para {to}, durante {days} dias:',
    ],
    unknown: 'Se você não conhece essa pessoa, não é preciso fazer nada.',
  },
  de: {
    subject: '{person} lädt Sie zu {workspace} ein',
    lines: [
      'Guten Tag,',
      '',
      '{person} lädt Sie ein, in {workspace} auf Switchyard mitzuarbeiten.',
      'Dieser Link führt Sie dorthin. Er gilt einmal, für {to}, {days} Tage lang:',
    ],
    unknown: 'Wenn Sie die Person nicht kennen, ist nichts zu tun.',
  },
  he: {
    subject: 'הזמנה מאת {person} אל {workspace}',
    lines: [
      'שלום,',
      '',
      'הגיעה אליך הזמנה מאת {person} לעבוד ב־{workspace} ב־Switchyard.',
      'הקישור הזה מוביל לשם. הוא פועל פעם אחת, עבור {to}, במשך {days} ימים:',
    ],
    unknown: 'אם השם הזה אינו מוכר לך, אין צורך לעשות דבר.',
  },
  ar: {
    subject: 'دعوة من {person} إلى {workspace}',
    lines: [
      'مرحبًا،',
      '',
      'وصلتك دعوة من {person} للعمل في {workspace} على Switchyard.',
      'هذا الرابط يأخذك إلى هناك. يعمل مرة واحدة، للعنوان {to}، خلال {days} أيام:',
    ],
    unknown: 'إن كنت لا تعرف صاحب الدعوة فلا حاجة إلى فعل شيء.',
  },
};
