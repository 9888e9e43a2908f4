import type { TextsByLanguage } from '../../platform/mail/texts.ts';

/**
 * The invitation email: its subject, which contains no user text, the lines before the link, and a note for recipients
 * it does not concern.
 */
export const INVITATION_TEXTS: TextsByLanguage<{ subject: string; lines: readonly string[]; unknown: string }> = {
  en: {
    subject: 'You’re invited to a workspace on Switchyard',
    lines: [
      'Hello,',
      '',
      '{person} invited you to join {workspace} on Switchyard.',
      'Use this link to join. It works once, for {to}, within {days} days:',
    ],
    unknown: 'If you don’t know them, you can ignore this email.',
  },
  es: {
    subject: 'Te han invitado a un espacio de Switchyard',
    lines: [
      'Hola:',
      '',
      '{person} te invita a trabajar en {workspace} en Switchyard.',
      'Este enlace te lleva allí. Funciona una sola vez, para {to}, durante {days} días:',
    ],
    unknown: 'Si no conoces a esa persona, no hay que hacer nada.',
  },
  pt: {
    subject: 'Você foi convidado para um espaço no Switchyard',
    lines: [
      'Olá!',
      '',
      '{person} convida você para trabalhar em {workspace} no Switchyard.',
      'Este link leva até lá. Funciona uma única vez, para {to}, durante {days} dias:',
    ],
    unknown: 'Se você não conhece essa pessoa, não é preciso fazer nada.',
  },
  de: {
    subject: 'Sie sind in einen Arbeitsbereich auf Switchyard eingeladen',
    lines: [
      'Guten Tag,',
      '',
      '{person} lädt Sie ein, in {workspace} auf Switchyard mitzuarbeiten.',
      'Dieser Link führt Sie dorthin. Er gilt einmal, für {to}, {days} Tage lang:',
    ],
    unknown: 'Wenn Sie die Person nicht kennen, ist nichts zu tun.',
  },
  he: {
    subject: 'הזמנה לסביבת עבודה ב־Switchyard',
    lines: [
      'שלום,',
      '',
      'הגיעה אליך הזמנה מאת {person} לעבוד ב־{workspace} ב־Switchyard.',
      'הקישור הזה מוביל לשם. הוא פועל פעם אחת, עבור {to}, במשך {days} ימים:',
    ],
    unknown: 'אם השם הזה אינו מוכר לך, אין צורך לעשות דבר.',
  },
  ar: {
    subject: 'دعوة إلى مساحة عمل على Switchyard',
    lines: [
      'مرحبًا،',
      '',
      'وصلتك دعوة من {person} للعمل في {workspace} على Switchyard.',
      'هذا الرابط يأخذك إلى هناك. يعمل مرة واحدة، للعنوان {to}، خلال {days} أيام:',
    ],
    unknown: 'إن كنت لا تعرف صاحب الدعوة فلا حاجة إلى فعل شيء.',
  },
};
