import type { Notices } from '../../platform/notice.ts';

/** Texts of this domain's notifications in mails and WhatsApp messages, with the pages they link to. */
export const campaignsNotices = {
  'campaign-paused': {
    path: () => '/campaigns',
    texts: {
      en: ['Campaign {name} is paused', 'The campaign {name} won’t send until someone resumes it.'],
      es: ['La campaña {name} está en pausa', 'La campaña {name} no envía nada hasta que alguien la reanude.'],
      pt: ['A campanha {name} está pausada', 'A campanha {name} não envia nada até alguém retomá-la.'],
      de: ['Kampagne {name} hält an', 'Die Kampagne {name} sendet nichts, bis jemand sie fortsetzt.'],
      he: ['הקמפיין {name} מושהה', 'הקמפיין {name} לא שולח דבר עד שמישהו ימשיך אותו.'],
      ar: ['الحملة {name} متوقفة مؤقتًا', 'الحملة {name} لا ترسل شيئًا حتى يستأنفها أحد.'],
    },
  },
} satisfies Notices;
