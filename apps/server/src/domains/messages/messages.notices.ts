import type { Notices } from '../../platform/notice.ts';

/** Texts of this domain's notifications in mails and WhatsApp messages, with the pages they link to. */
export const messagesNotices = {
  'messages-wait': {
    path: () => '/import-messages',
    texts: {
      en: ['Messages waiting', '{count} messages are due but can’t be sent.'],
      es: ['Hay mensajes en espera', '{count} mensajes ya deberían salir y no pueden.'],
      pt: ['Há mensagens em espera', '{count} mensagens já deveriam ter saído e não podem.'],
      de: ['Nachrichten warten', '{count} Nachrichten sind fällig und können nicht hinaus.'],
      he: ['הודעות ממתינות', 'הגיע זמנן של {count} הודעות והן לא יכולות לצאת.'],
      ar: ['رسائل تنتظر', 'حان وقت رسائل عددها {count} ولا تستطيع الخروج.'],
    },
  },
} satisfies Notices;
