import type { Notices } from '../../platform/notice.ts';

/** Texts and links of this domain's notifications in mails and WhatsApp messages. */
export const botsNotices = {
  'bot-failing': {
    path: ({ id }) => (id ? `/bot-detail-view/${id}` : '/bot-list-view'),
    texts: {
      en: ['Bot {name} is failing', 'The bot {name} couldn’t finish a conversation.'],
      es: ['El bot {name} falla', 'El bot {name} no pudo terminar una conversación.'],
      pt: ['O bot {name} está falhando', 'O bot {name} não conseguiu terminar uma conversa.'],
      de: ['Bot {name} versagt', 'Der Bot {name} konnte ein Gespräch nicht beenden.'],
      he: ['הבוט {name} נכשל', 'הבוט {name} לא הצליח לסיים שיחה.'],
      ar: ['الروبوت {name} يفشل', 'لم يستطع الروبوت {name} إنهاء محادثة.'],
    },
  },
  'bot-paused': {
    path: ({ id }) => (id ? `/bot-detail-view/${id}` : '/bot-list-view'),
    texts: {
      en: [
        'Bot {name} is paused in a conversation',
        'The bot {name} won’t reply in a conversation until someone resumes it.',
      ],
      es: [
        'El bot {name} está en pausa en una conversación',
        'El bot {name} calla en una conversación hasta que alguien lo reanude.',
      ],
      pt: [
        'O bot {name} está pausado em uma conversa',
        'O bot {name} fica em silêncio em uma conversa até alguém retomá-lo.',
      ],
      de: [
        'Bot {name} hält in einem Gespräch an',
        'Der Bot {name} schweigt in einem Gespräch, bis jemand ihn fortsetzt.',
      ],
      he: ['הבוט {name} מושהה בשיחה', 'הבוט {name} שותק בשיחה עד שמישהו ימשיך אותו.'],
      ar: ['الروبوت {name} متوقف مؤقتًا في محادثة', 'يصمت الروبوت {name} في محادثة حتى يتابعه أحد.'],
    },
  },
} satisfies Notices;
