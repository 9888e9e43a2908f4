import type { Notices } from '../../platform/notice.ts';

/** What this domain's notifications say in mails and WhatsApp messages, and where they lead. */
export const accountsNotices = {
  'key-expiring': {
    path: () => '/admin-api',
    texts: {
      en: [
        'The API key {name} ends soon',
        'The API key {name} works no more after its end ({at}). Make a new one before.',
      ],
      es: [
        'La clave de API {name} caduca pronto',
        'La clave de API {name} deja de valer al caducar ({at}). Crea una nueva antes.',
      ],
      pt: [
        'A chave de API {name} expira em breve',
        'A chave de API {name} deixa de valer ao expirar ({at}). Crie uma nova antes.',
      ],
      de: [
        'API-Schlüssel {name} läuft bald ab',
        'Der API-Schlüssel {name} gilt nach seinem Ablauf nicht mehr ({at}). Erstellen Sie vorher einen neuen.',
      ],
      he: [
        'מפתח ה־API בשם {name} עומד לפוג',
        'מפתח ה־API בשם {name} לא יפעל לאחר שיפוג ({at}). כדאי ליצור חדש לפני כן.',
      ],
      ar: [
        'مفتاح API باسم {name} ينتهي قريبًا',
        'لا يعمل مفتاح API باسم {name} بعد انتهائه ({at}). أنشئ مفتاحًا جديدًا قبل ذلك.',
      ],
    },
  },
  'sign-in': {
    path: () => '/account-security',
    texts: {
      en: [
        'A new sign-in to your account',
        'Somebody signed in to your account with {name} from {address} ({at}). If it was not you, change your password: that signs everybody else out.',
      ],
      es: [
        'Nuevo inicio de sesión en tu cuenta',
        'Alguien inició sesión en tu cuenta con {name} desde {address} ({at}). Si no fuiste tú, cambia la contraseña: eso cierra todas las demás sesiones.',
      ],
      pt: [
        'Novo acesso à sua conta',
        'Alguém entrou na sua conta com {name} a partir de {address} ({at}). Se não foi você, mude a senha: isso encerra todos os outros acessos.',
      ],
      de: [
        'Neue Anmeldung an Ihrem Konto',
        'Jemand hat sich mit {name} von {address} aus an Ihrem Konto angemeldet ({at}). Wenn Sie das nicht waren, ändern Sie Ihr Passwort: Damit werden alle anderen abgemeldet.',
      ],
      he: [
        'כניסה חדשה לחשבון שלך',
        'מישהו נכנס לחשבון שלך עם {name} מכתובת {address} ({at}). אם זה לא היית את/ה, יש לשנות את הסיסמה: כך כל האחרים מנותקים.',
      ],
      ar: [
        'تسجيل دخول جديد إلى حسابك',
        'سجّل أحدهم الدخول إلى حسابك من {name} وعنوانه {address} ({at}). إن لم تكن أنت فغيّر كلمة مرورك: هذا يُخرج جميع الآخرين.',
      ],
    },
  },
} satisfies Notices;
