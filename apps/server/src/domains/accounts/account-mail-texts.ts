import type { TextsByLanguage } from '../../platform/mail/texts.ts';

/** An account email: its subject, and the lines before and after its link. */
export interface AccountMailWords {
  subject: string;
  before: readonly string[];
  after: string;
}

export const ACCOUNT_MAILS: TextsByLanguage<{ reset: AccountMailWords; verify: AccountMailWords }> = {
  en: {
    reset: {
      subject: 'Set a new Switchyard password',
      before: [
        'Hello {name},',
        '',
        'Someone, probably you, asked to reset the password of your Switchyard account.',
        'Use this link to set a new one. It works once, within one hour:',
      ],
      after: 'If this wasn’t you, you can ignore this email: your password stays the same.',
    },
    verify: {
      subject: 'Verify your email address for Switchyard',
      before: [
        'Hello,',
        '',
        'Someone, probably you, uses this address to sign in to Switchyard. Use this link to verify it.',
        'It works for one day, in the browser where you’re signed in:',
      ],
      after: 'If this wasn’t you, you can ignore this email.',
    },
  },
  es: {
    reset: {
      subject: 'Elige una contraseña nueva para Switchyard',
      before: [
        'Hola, {name}:',
        '',
        'alguien, seguramente tú, pidió cambiar la contraseña de tu cuenta de Switchyard.',
        'Este enlace sirve para eso. Funciona una sola vez, durante una hora:',
      ],
      after: 'Si no fuiste tú, no hay que hacer nada: tu contraseña sigue igual.',
    },
    verify: {
      subject: 'Confirma tu dirección para Switchyard',
      before: [
        'Hola:',
        '',
        'alguien, seguramente tú, usa esta dirección para entrar en Switchyard. Este enlace confirma que es tuya.',
        'Funciona durante un día, donde tengas la sesión iniciada:',
      ],
      after: 'Si no fuiste tú, no hay que hacer nada.',
    },
  },
  pt: {
    reset: {
      subject: 'Defina uma nova senha do Switchyard',
      before: [
        'Olá, {name}!',
        '',
        'Alguém, provavelmente você, pediu para definir uma nova senha da sua conta do Switchyard.',
        'Este link faz isso. Funciona uma única vez, durante uma hora:',
      ],
      after: 'Se não foi você, não é preciso fazer nada: a senha continua a mesma.',
    },
    verify: {
      subject: 'Confirme seu endereço para o Switchyard',
      before: [
        'Olá!',
        '',
        'Alguém, provavelmente você, usa este endereço para entrar no Switchyard. Este link confirma que ele é seu.',
        'Funciona por um dia, onde você estiver conectado:',
      ],
      after: 'Se não foi você, não é preciso fazer nada.',
    },
  },
  de: {
    reset: {
      subject: 'Neues Passwort für Switchyard',
      before: [
        'Guten Tag {name},',
        '',
        'jemand, vermutlich Sie, möchte ein neues Passwort für Ihr Switchyard-Konto setzen.',
        'Dieser Link tut das. Er gilt einmal, eine Stunde lang:',
      ],
      after: 'Wenn Sie das nicht waren, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    },
    verify: {
      subject: 'Bestätigen Sie Ihre Adresse für Switchyard',
      before: [
        'Guten Tag,',
        '',
        'jemand, vermutlich Sie, meldet sich mit dieser Adresse bei Switchyard an. Dieser Link bestätigt, dass sie Ihnen gehört.',
        'Er gilt einen Tag lang, dort, wo Sie angemeldet sind:',
      ],
      after: 'Wenn Sie das nicht waren, ist nichts zu tun.',
    },
  },
  he: {
    reset: {
      subject: 'סיסמה חדשה ל־Switchyard',
      before: [
        'שלום {name},',
        '',
        'מישהו, כנראה את/ה, ביקש לקבוע סיסמה חדשה לחשבון ה־Switchyard שלך.',
        'הקישור הזה עושה זאת. הוא פועל פעם אחת, במשך שעה:',
      ],
      after: 'אם זה לא היית את/ה, אין צורך לעשות דבר: הסיסמה נשארת כפי שהיא.',
    },
    verify: {
      subject: 'אישור הכתובת שלך ב־Switchyard',
      before: [
        'שלום,',
        '',
        'מישהו, כנראה את/ה, נכנס ל־Switchyard עם הכתובת הזאת. הקישור הזה מאשר שהיא שלך.',
        'הוא פועל במשך יום, היכן שהחשבון שלך מחובר:',
      ],
      after: 'אם זה לא היית את/ה, אין צורך לעשות דבר.',
    },
  },
  ar: {
    reset: {
      subject: 'كلمة مرور جديدة لـ Switchyard',
      before: [
        'مرحبًا {name}،',
        '',
        'طلب أحدهم، وأنت على الأرجح، تعيين كلمة مرور جديدة لحسابك في Switchyard.',
        'هذا الرابط يفعل ذلك. يعمل مرة واحدة خلال ساعة:',
      ],
      after: 'إن لم تكن أنت فلا حاجة إلى فعل شيء: تبقى كلمة مرورك كما هي.',
    },
    verify: {
      subject: 'أكّد عنوانك في Switchyard',
      before: [
        'مرحبًا،',
        '',
        'يستخدم أحدهم، وأنت على الأرجح، هذا العنوان لتسجيل الدخول إلى Switchyard. هذا الرابط يؤكد أنه لك.',
        'يعمل لمدة يوم، حيث سجّلت الدخول:',
      ],
      after: 'إن لم تكن أنت فلا حاجة إلى فعل شيء.',
    },
  },
};
