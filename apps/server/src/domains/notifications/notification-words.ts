import type { NotificationKind } from '@switchyard/contracts/notifications/operations';
import type { InLanguages } from '../../platform/mail/words.ts';

interface NotificationWords {
  hello: string;
  workspace: string;
  chosenHere: string;
  /** What each kind says: in a line, and in full. */
  kinds: Record<NotificationKind, readonly [subject: string, text: string]>;
}

/** What notifications say where they leave the page: by mail and to people's own WhatsApp numbers. */
export const NOTIFICATION_WORDS: InLanguages<NotificationWords> = {
  en: {
    hello: 'Hello {name},',
    workspace: 'Workspace: {name}',
    chosenHere: 'What you are told by mail is chosen here:',
    kinds: {
      'engine-off': [
        '{name} is off',
        'The WhatsApp connection {name} has not been connected since {at}. Its messages wait, and none is lost.',
      ],
      'messages-wait': ['Messages wait', '{count} messages are due and cannot go out.'],
      'campaign-paused': [
        'The campaign {name} is paused',
        'The campaign {name} sends nothing until somebody resumes it.',
      ],
      'bot-failing': ['The bot {name} fails', 'The bot {name} could not finish a conversation.'],
      'bot-paused': [
        'The bot {name} is paused in a conversation',
        'The bot {name} keeps silent in a conversation until somebody has it go on.',
      ],
      'limit-near': ['{name}: the limit is near', '{name}: {count} of {limit} are used.'],
      plan: ['Your plan changes', 'The plan of your workspace changes ({at}).'],
      'key-expiring': [
        'The API key {name} ends soon',
        'The API key {name} works no more after its end ({at}). Make a new one before.',
      ],
      'sign-in': [
        'A new sign-in to your account',
        'Somebody signed in to your account with {name} from {address} ({at}). If it was not you, change your password: that signs everybody else out.',
      ],
    },
  },
  es: {
    hello: 'Hola, {name}:',
    workspace: 'Espacio de trabajo: {name}',
    chosenHere: 'Aquí eliges de qué se te avisa por correo:',
    kinds: {
      'engine-off': [
        '{name} está apagada',
        'La conexión de WhatsApp {name} está desconectada desde {at}. Sus mensajes esperan y no se pierde ninguno.',
      ],
      'messages-wait': ['Hay mensajes en espera', '{count} mensajes ya deberían salir y no pueden.'],
      'campaign-paused': [
        'La campaña {name} está en pausa',
        'La campaña {name} no envía nada hasta que alguien la reanude.',
      ],
      'bot-failing': ['El bot {name} falla', 'El bot {name} no pudo terminar una conversación.'],
      'bot-paused': [
        'El bot {name} está en pausa en una conversación',
        'El bot {name} calla en una conversación hasta que alguien lo reanude.',
      ],
      'limit-near': ['{name}: el límite está cerca', '{name}: se han usado {count} de {limit}.'],
      plan: ['Tu plan cambia', 'El plan de tu espacio de trabajo cambia ({at}).'],
      'key-expiring': [
        'La clave de API {name} caduca pronto',
        'La clave de API {name} deja de valer al caducar ({at}). Crea una nueva antes.',
      ],
      'sign-in': [
        'Nuevo inicio de sesión en tu cuenta',
        'Alguien inició sesión en tu cuenta con {name} desde {address} ({at}). Si no fuiste tú, cambia la contraseña: eso cierra todas las demás sesiones.',
      ],
    },
  },
  pt: {
    hello: 'Olá, {name}!',
    workspace: 'Espaço de trabalho: {name}',
    chosenHere: 'Escolha aqui o que avisamos por e-mail:',
    kinds: {
      'engine-off': [
        '{name} está fora do ar',
        'A conexão do WhatsApp {name} está desconectada desde {at}. As mensagens dela esperam e nenhuma se perde.',
      ],
      'messages-wait': ['Há mensagens em espera', '{count} mensagens já deveriam ter saído e não podem.'],
      'campaign-paused': ['A campanha {name} está pausada', 'A campanha {name} não envia nada até alguém retomá-la.'],
      'bot-failing': ['O bot {name} está falhando', 'O bot {name} não conseguiu terminar uma conversa.'],
      'bot-paused': [
        'O bot {name} está pausado em uma conversa',
        'O bot {name} fica em silêncio em uma conversa até alguém retomá-lo.',
      ],
      'limit-near': ['{name}: o limite está perto', '{name}: {count} de {limit} já usados.'],
      plan: ['Seu plano muda', 'O plano do seu espaço de trabalho muda ({at}).'],
      'key-expiring': [
        'A chave de API {name} expira em breve',
        'A chave de API {name} deixa de valer ao expirar ({at}). Crie uma nova antes.',
      ],
      'sign-in': [
        'Novo acesso à sua conta',
        'Alguém entrou na sua conta com {name} a partir de {address} ({at}). Se não foi você, mude a senha: isso encerra todos os outros acessos.',
      ],
    },
  },
  de: {
    hello: 'Guten Tag {name},',
    workspace: 'Arbeitsbereich: {name}',
    chosenHere: 'Worüber Sie per E-Mail benachrichtigt werden, wählen Sie hier:',
    kinds: {
      'engine-off': [
        '{name} ist aus',
        'Die WhatsApp-Verbindung {name} besteht seit {at} nicht mehr. Ihre Nachrichten warten, keine geht verloren.',
      ],
      'messages-wait': ['Nachrichten warten', '{count} Nachrichten sind fällig und können nicht hinaus.'],
      'campaign-paused': ['Kampagne {name} hält an', 'Die Kampagne {name} sendet nichts, bis jemand sie fortsetzt.'],
      'bot-failing': ['Bot {name} versagt', 'Der Bot {name} konnte ein Gespräch nicht beenden.'],
      'bot-paused': [
        'Bot {name} hält in einem Gespräch an',
        'Der Bot {name} schweigt in einem Gespräch, bis jemand ihn fortsetzt.',
      ],
      'limit-near': ['{name}: die Grenze ist nah', '{name}: {count} von {limit} sind verbraucht.'],
      plan: ['Ihr Tarif ändert sich', 'Der Tarif Ihres Arbeitsbereichs ändert sich ({at}).'],
      'key-expiring': [
        'API-Schlüssel {name} läuft bald ab',
        'Der API-Schlüssel {name} gilt nach seinem Ablauf nicht mehr ({at}). Erstellen Sie vorher einen neuen.',
      ],
      'sign-in': [
        'Neue Anmeldung an Ihrem Konto',
        'Jemand hat sich mit {name} von {address} aus an Ihrem Konto angemeldet ({at}). Wenn Sie das nicht waren, ändern Sie Ihr Passwort: Damit werden alle anderen abgemeldet.',
      ],
    },
  },
  he: {
    hello: 'שלום {name},',
    workspace: 'סביבת עבודה: {name}',
    chosenHere: 'כאן בוחרים על מה נשלחות הודעות בדוא״ל:',
    kinds: {
      'engine-off': ['{name} כבוי', 'חיבור ה־WhatsApp בשם {name} מנותק מאז {at}. ההודעות שלו ממתינות, אף אחת לא אבדה.'],
      'messages-wait': ['הודעות ממתינות', 'הגיע זמנן של {count} הודעות והן לא יכולות לצאת.'],
      'campaign-paused': ['הקמפיין {name} מושהה', 'הקמפיין {name} לא שולח דבר עד שמישהו ימשיך אותו.'],
      'bot-failing': ['הבוט {name} נכשל', 'הבוט {name} לא הצליח לסיים שיחה.'],
      'bot-paused': ['הבוט {name} מושהה בשיחה', 'הבוט {name} שותק בשיחה עד שמישהו ימשיך אותו.'],
      'limit-near': ['{name}: המגבלה קרובה', '{name}: נוצלו {count} מתוך {limit}.'],
      plan: ['התוכנית שלך משתנה', 'התוכנית של סביבת העבודה שלך משתנה ({at}).'],
      'key-expiring': [
        'מפתח ה־API בשם {name} עומד לפוג',
        'מפתח ה־API בשם {name} לא יפעל לאחר שיפוג ({at}). כדאי ליצור חדש לפני כן.',
      ],
      'sign-in': [
        'כניסה חדשה לחשבון שלך',
        'מישהו נכנס לחשבון שלך עם {name} מכתובת {address} ({at}). אם זה לא היית את/ה, יש לשנות את הסיסמה: כך כל האחרים מנותקים.',
      ],
    },
  },
  ar: {
    hello: 'مرحبًا {name}،',
    workspace: 'مساحة العمل: {name}',
    chosenHere: 'تختار هنا ما نخبرك به بالبريد:',
    kinds: {
      'engine-off': ['{name} متوقف', 'اتصال WhatsApp باسم {name} مقطوع منذ {at}. رسائله تنتظر، ولا تضيع واحدة.'],
      'messages-wait': ['رسائل تنتظر', 'حان وقت رسائل عددها {count} ولا تستطيع الخروج.'],
      'campaign-paused': ['الحملة {name} متوقفة مؤقتًا', 'الحملة {name} لا ترسل شيئًا حتى يستأنفها أحد.'],
      'bot-failing': ['الروبوت {name} يفشل', 'لم يستطع الروبوت {name} إنهاء محادثة.'],
      'bot-paused': ['الروبوت {name} متوقف مؤقتًا في محادثة', 'يصمت الروبوت {name} في محادثة حتى يتابعه أحد.'],
      'limit-near': ['{name}: الحد قريب', '{name}: استُخدم {count} من {limit}.'],
      plan: ['خطتك تتغير', 'تتغير خطة مساحة عملك ({at}).'],
      'key-expiring': [
        'مفتاح API باسم {name} ينتهي قريبًا',
        'لا يعمل مفتاح API باسم {name} بعد انتهائه ({at}). أنشئ مفتاحًا جديدًا قبل ذلك.',
      ],
      'sign-in': [
        'تسجيل دخول جديد إلى حسابك',
        'سجّل أحدهم الدخول إلى حسابك من {name} وعنوانه {address} ({at}). إن لم تكن أنت فغيّر كلمة مرورك: هذا يُخرج جميع الآخرين.',
      ],
    },
  },
};
