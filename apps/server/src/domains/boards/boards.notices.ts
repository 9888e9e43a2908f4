import type { Notices } from '../../platform/notice.ts';

/** Texts and links of this domain's notifications in emails and WhatsApp messages. */
export const boardsNotices = {
  'item-due': {
    path: ({ id }) => (id ? `/boards/${id}` : '/mywork'),
    texts: {
      en: ['{name} is due soon', '{name} is assigned to you. It is due on:'],
      es: ['{name} vence pronto', '{name} está asignado a ti. Vence el:'],
      pt: ['{name} vence em breve', '{name} está atribuído a você. Vence em:'],
      de: ['{name} ist bald fällig', '{name} ist Ihnen zugewiesen. Fällig am:'],
      he: ['המועד של {name} מתקרב', '{name} הוקצה לך. המועד:'],
      ar: ['اقترب موعد {name}', 'أُسند إليك {name}. الموعد:'],
    },
  },
  'item-mentioned': {
    path: ({ id }) => (id ? `/boards/${id}` : '/boards'),
    texts: {
      en: ['You were mentioned in a comment', 'A colleague mentions you in a comment on {name}.'],
      es: ['Te mencionaron en un comentario', 'Un compañero te menciona en un comentario sobre {name}.'],
      pt: ['Você foi mencionado em um comentário', 'Um colega menciona você em um comentário sobre {name}.'],
      de: ['Sie wurden in einem Kommentar erwähnt', 'Jemand erwähnt Sie in einem Kommentar zu {name}.'],
      he: ['הוזכרת בתגובה', 'עמית מזכיר אותך בתגובה על {name}.'],
      ar: ['ذُكرت في تعليق', 'يذكرك زميل في تعليق على {name}.'],
    },
  },
} satisfies Notices;
