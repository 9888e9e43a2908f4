import type { Notices } from '../../platform/notice.ts';

const path = ({ id }: { id?: string | undefined }) => (id ? `/bt-team-inbox?conversation=${id}` : '/bt-team-inbox');

/** Texts and links of this domain's notifications in emails and WhatsApp messages. */
export const inboxNotices = {
  'conversation-assigned': {
    path,
    texts: {
      en: ['{name} was assigned to you', 'The conversation with {name} in the team inbox is yours now.'],
      es: ['Te asignaron a {name}', 'La conversación con {name} en la bandeja del equipo ahora es tuya.'],
      pt: ['{name} foi atribuído a você', 'A conversa com {name} na caixa da equipe agora é sua.'],
      de: ['{name} wurde Ihnen zugewiesen', 'Das Gespräch mit {name} im Team-Posteingang gehört jetzt Ihnen.'],
      he: ['{name} הוקצה לך', 'השיחה עם {name} בתיבת הצוות שלך עכשיו.'],
      ar: ['أُسند إليك {name}', 'المحادثة مع {name} في صندوق الفريق لك الآن.'],
    },
  },
  'conversation-due': {
    path,
    texts: {
      en: ['{name} is waiting for a reply', 'The reply to {name} in the team inbox is due soon.'],
      es: ['{name} espera una respuesta', 'La respuesta a {name} en la bandeja del equipo vence pronto.'],
      pt: ['{name} espera uma resposta', 'A resposta a {name} na caixa da equipe vence em breve.'],
      de: ['{name} wartet auf eine Antwort', 'Die Antwort an {name} im Team-Posteingang ist bald fällig.'],
      he: ['{name} מחכה לתשובה', 'התשובה ל{name} בתיבת הצוות צריכה להישלח בקרוב.'],
      ar: ['{name} ينتظر ردًا', 'موعد الرد على {name} في صندوق الفريق يقترب.'],
    },
  },
  'conversation-mentioned': {
    path,
    texts: {
      en: ['You were mentioned in a note', 'A colleague mentions you in a note about {name} in the team inbox.'],
      es: ['Te mencionaron en una nota', 'Un compañero te menciona en una nota sobre {name} en la bandeja del equipo.'],
      pt: ['Você foi mencionado em uma nota', 'Um colega menciona você em uma nota sobre {name} na caixa da equipe.'],
      de: ['Sie wurden in einer Notiz erwähnt', 'Jemand erwähnt Sie in einer Notiz zu {name} im Team-Posteingang.'],
      he: ['הוזכרת בהערה', 'עמית מזכיר אותך בהערה על {name} בתיבת הצוות.'],
      ar: ['ذُكرت في ملاحظة', 'يذكرك زميل في ملاحظة عن {name} في صندوق الفريق.'],
    },
  },
} satisfies Notices;
