import type { TextsByLanguage } from '../../platform/mail/texts.ts';
import type { AccountMailWords } from './account-mail-texts.ts';

type EmailChangeMails = Record<'emailConfirm' | 'emailAsked' | 'emailChanged', AccountMailWords>;

/** To the new address; to the current one when a change is requested; to the previous one once it is made. */
export const EMAIL_CHANGE_MAILS: TextsByLanguage<EmailChangeMails> = {
  en: {
    emailConfirm: {
      subject: 'Confirm your new email address for Switchyard',
      before: [
        'Hello,',
        '',
        'Someone, probably you, wants to sign in to Switchyard with this address.',
        'Use this link to confirm it. It works for one day, in the browser where you’re signed in:',
      ],
      after: 'If this wasn’t you, you can ignore this email.',
    },
    emailAsked: {
      subject: 'A new email address for your Switchyard account',
      before: [
        'Hello {name},',
        '',
        'Someone, probably you, asked to change the email address of your Switchyard account to {address}.',
        'If this wasn’t you, change your password and sign out everywhere:',
      ],
      after: 'Nothing changes until the new address is confirmed.',
    },
    emailChanged: {
      subject: 'The email address of your Switchyard account was changed',
      before: [
        'Hello {name},',
        '',
        'The email address of your Switchyard account is now {address}.',
        'If this wasn’t you, use this link within 7 days to undo the change and sign everyone out:',
      ],
      after: 'If this was you, you can ignore this email.',
    },
  },
  es: {
    emailConfirm: {
      subject: 'Confirma tu nueva dirección para Switchyard',
      before: [
        'Hola:',
        '',
        'alguien, seguramente tú, quiere entrar en Switchyard con esta dirección.',
        'Este enlace la confirma. Funciona durante un día, donde tengas la sesión iniciada:',
      ],
      after: 'Si no fuiste tú, no hay que hacer nada.',
    },
    emailAsked: {
      subject: 'Una dirección nueva para tu cuenta de Switchyard',
      before: [
        'Hola, {name}:',
        '',
        'alguien, seguramente tú, pidió cambiar la dirección de tu cuenta de Switchyard por {address}.',
        'Si no fuiste tú, cambia tu contraseña y cierra la sesión en todas partes:',
      ],
      after: 'Nada cambia hasta que se confirme la dirección nueva.',
    },
    emailChanged: {
      subject: 'Se cambió la dirección de tu cuenta de Switchyard',
      before: [
        'Hola, {name}:',
        '',
        'la dirección de tu cuenta de Switchyard es ahora {address}.',
        'Si no fuiste tú, este enlace deshace el cambio durante 7 días y cierra todas las sesiones:',
      ],
      after: 'Si fuiste tú, no hay que hacer nada.',
    },
  },
  pt: {
    emailConfirm: {
      subject: 'Confirme seu novo endereço para o Switchyard',
      before: [
        'Olá!',
        '',
        'Alguém, provavelmente você, quer entrar no Switchyard com este endereço.',
        'Este link o confirma. Funciona por um dia, onde você estiver conectado:',
      ],
      after: 'Se não foi você, não é preciso fazer nada.',
    },
    emailAsked: {
      subject: 'Um novo endereço para sua conta do Switchyard',
      before: [
        'Olá, {name}!',
        '',
        'Alguém, provavelmente você, pediu para mudar o endereço da sua conta do Switchyard para {address}.',
        'Se não foi você, mude sua senha e saia em todos os lugares:',
      ],
      after: 'Nada muda até que o novo endereço seja confirmado.',
    },
    emailChanged: {
      subject: 'O endereço da sua conta do Switchyard mudou',
      before: [
        'Olá, {name}!',
        '',
        'O endereço da sua conta do Switchyard agora é {address}.',
        'Se não foi você, este link desfaz a mudança em até 7 dias e encerra todas as sessões:',
      ],
      after: 'Se foi você, não é preciso fazer nada.',
    },
  },
  de: {
    emailConfirm: {
      subject: 'Bestätigen Sie Ihre neue Adresse für Switchyard',
      before: [
        'Guten Tag,',
        '',
        'jemand, vermutlich Sie, möchte sich mit dieser Adresse bei Switchyard anmelden.',
        'Dieser Link bestätigt sie. Er gilt einen Tag lang, dort, wo Sie angemeldet sind:',
      ],
      after: 'Wenn Sie das nicht waren, ist nichts zu tun.',
    },
    emailAsked: {
      subject: 'Eine neue Adresse für Ihr Switchyard-Konto',
      before: [
        'Guten Tag {name},',
        '',
        'jemand, vermutlich Sie, möchte die Adresse Ihres Switchyard-Kontos in {address} ändern.',
        'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und melden Sie sich überall ab:',
      ],
      after: 'Nichts ändert sich, bis die neue Adresse bestätigt ist.',
    },
    emailChanged: {
      subject: 'Die Adresse Ihres Switchyard-Kontos wurde geändert',
      before: [
        'Guten Tag {name},',
        '',
        'die Adresse Ihres Switchyard-Kontos ist jetzt {address}.',
        'Wenn Sie das nicht waren, macht dieser Link die Änderung 7 Tage lang rückgängig und beendet alle Anmeldungen:',
      ],
      after: 'Wenn Sie das waren, ist nichts zu tun.',
    },
  },
  he: {
    emailConfirm: {
      subject: 'אישור הכתובת החדשה שלך ב־Switchyard',
      before: [
        'שלום,',
        '',
        'מישהו, כנראה את/ה, רוצה להיכנס ל־Switchyard עם הכתובת הזאת.',
        'הקישור הזה מאשר אותה. הוא פועל במשך יום, היכן שהחשבון שלך מחובר:',
      ],
      after: 'אם זה לא היית את/ה, אין צורך לעשות דבר.',
    },
    emailAsked: {
      subject: 'כתובת חדשה לחשבון ה־Switchyard שלך',
      before: [
        'שלום {name},',
        '',
        'מישהו, כנראה את/ה, ביקש לשנות את הכתובת של חשבון ה־Switchyard שלך ל־{address}.',
        'אם זה לא היית את/ה, יש לשנות את הסיסמה ולהתנתק בכל מקום:',
      ],
      after: 'דבר לא משתנה עד שהכתובת החדשה תאושר.',
    },
    emailChanged: {
      subject: 'הכתובת של חשבון ה־Switchyard שלך שונתה',
      before: [
        'שלום {name},',
        '',
        'הכתובת של חשבון ה־Switchyard שלך היא עכשיו {address}.',
        'אם זה לא היית את/ה, הקישור הזה מבטל את השינוי במשך 7 ימים ומנתק את כולם:',
      ],
      after: 'אם זה היית את/ה, אין צורך לעשות דבר.',
    },
  },
  ar: {
    emailConfirm: {
      subject: 'أكّد عنوانك الجديد في Switchyard',
      before: [
        'مرحبًا،',
        '',
        'يريد أحدهم، وأنت على الأرجح، تسجيل الدخول إلى Switchyard بهذا العنوان.',
        'هذا الرابط يؤكده. يعمل لمدة يوم، حيث سجّلت الدخول:',
      ],
      after: 'إن لم تكن أنت فلا حاجة إلى فعل شيء.',
    },
    emailAsked: {
      subject: 'عنوان جديد لحسابك في Switchyard',
      before: [
        'مرحبًا {name}،',
        '',
        'طلب أحدهم، وأنت على الأرجح، تغيير عنوان حسابك في Switchyard إلى {address}.',
        'إن لم تكن أنت فغيّر كلمة مرورك وسجّل الخروج من كل مكان:',
      ],
      after: 'لا يتغير شيء حتى يؤكَّد العنوان الجديد.',
    },
    emailChanged: {
      subject: 'تغيّر عنوان حسابك في Switchyard',
      before: [
        'مرحبًا {name}،',
        '',
        'عنوان حسابك في Switchyard هو الآن {address}.',
        'إن لم تكن أنت فهذا الرابط يلغي التغيير خلال 7 أيام وينهي كل عمليات تسجيل الدخول:',
      ],
      after: 'إن كنت أنت فلا حاجة إلى فعل شيء.',
    },
  },
};
