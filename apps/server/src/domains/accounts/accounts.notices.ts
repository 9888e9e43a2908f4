import type { Notices } from '../../platform/notice.ts';

/** Texts and links of this domain's notifications in emails and WhatsApp messages. */
export const accountsNotices = {
  'key-expiring': {
    path: () => '/admin-api',
    texts: {
      en: ['Your API key {name} expires soon', 'The API key {name} expires {at}. Create a new one before then.'],
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
  'key-added': {
    path: () => '/admin-api',
    texts: {
      en: [
        'New API key',
        'The API key {name} was created with your account. If this wasn’t you, revoke it and change your password.',
      ],
      es: [
        'Una clave de API nueva a tu nombre',
        'Se creó la clave de API {name} con tu cuenta. Si no fuiste tú, revócala y cambia la contraseña.',
      ],
      pt: [
        'Uma nova chave de API sua',
        'A chave de API {name} foi criada com a sua conta. Se não foi você, revogue-a e mude a senha.',
      ],
      de: [
        'Ein neuer API-Schlüssel von Ihnen',
        'Mit Ihrem Konto wurde der API-Schlüssel {name} angelegt. Wenn Sie das nicht waren, widerrufen Sie ihn und ändern Sie Ihr Passwort.',
      ],
      he: [
        'מפתח API חדש שלך',
        'מפתח ה־API בשם {name} נוצר מהחשבון שלך. אם זה לא היית את/ה, יש לבטל אותו ולשנות את הסיסמה.',
      ],
      ar: ['مفتاح API جديد باسمك', 'أُنشئ مفتاح API باسم {name} من حسابك. إن لم تكن أنت فألغِه وغيّر كلمة مرورك.'],
    },
  },
  'passkey-added': {
    path: () => '/account-security',
    texts: {
      en: [
        'New passkey',
        'The passkey {name} was added to your account. If this wasn’t you, remove it and change your password.',
      ],
      es: [
        'Una llave de acceso nueva en tu cuenta',
        'Se añadió la llave de acceso {name} a tu cuenta. Si no fuiste tú, quítala y cambia la contraseña.',
      ],
      pt: [
        'Uma nova chave de acesso na sua conta',
        'A chave de acesso {name} foi adicionada à sua conta. Se não foi você, remova-a e mude a senha.',
      ],
      de: [
        'Ein neuer Passkey an Ihrem Konto',
        'Der Passkey {name} wurde Ihrem Konto hinzugefügt. Wenn Sie das nicht waren, entfernen Sie ihn und ändern Sie Ihr Passwort.',
      ],
      he: [
        'מפתח גישה חדש בחשבון שלך',
        'מפתח הגישה {name} נוסף לחשבון שלך. אם זה לא היית את/ה, יש להסיר אותו ולשנות את הסיסמה.',
      ],
      ar: ['مفتاح مرور جديد في حسابك', 'أُضيف مفتاح المرور {name} إلى حسابك. إن لم تكن أنت فأزله وغيّر كلمة مرورك.'],
    },
  },
  'sign-in': {
    path: () => '/account-security',
    texts: {
      en: [
        'New sign-in to your account',
        'Someone signed in to your account with {name} from {address} ({at}). If this wasn’t you, change your password to sign everyone else out.',
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
