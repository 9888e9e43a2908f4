import type { Notices } from '../../platform/notice.ts';

/** Texts and links of this domain's notifications in emails and WhatsApp messages. */
export const enginesNotices = {
  'engine-off': {
    path: ({ id }) => (id ? `/engine-explorer/${id}` : '/engines'),
    texts: {
      en: [
        '{name} lost its connection',
        'The WhatsApp connection {name} has been disconnected since {at}. Its messages are waiting; none are lost.',
      ],
      es: [
        '{name} está apagada',
        'La conexión de WhatsApp {name} está desconectada desde {at}. Sus mensajes esperan y no se pierde ninguno.',
      ],
      pt: [
        '{name} está fora do ar',
        'A conexão do WhatsApp {name} está desconectada desde {at}. As mensagens dela esperam e nenhuma se perde.',
      ],
      de: [
        '{name} ist aus',
        'Die WhatsApp-Verbindung {name} besteht seit {at} nicht mehr. Ihre Nachrichten warten, keine geht verloren.',
      ],
      he: ['{name} כבוי', 'חיבור ה־WhatsApp בשם {name} מנותק מאז {at}. ההודעות שלו ממתינות, אף אחת לא אבדה.'],
      ar: ['{name} متوقف', 'اتصال WhatsApp باسم {name} مقطوع منذ {at}. رسائله تنتظر، ولا تضيع واحدة.'],
    },
  },
} satisfies Notices;
