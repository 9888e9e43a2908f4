import type { Notices } from '../../platform/notice.ts';

/** Texts and links of this domain's notifications in emails and WhatsApp messages. */
export const billingNotices = {
  'limit-near': {
    path: () => '/account-subscription',
    texts: {
      en: ['{name}: almost at the limit', '{name}: {count} of {limit} used.'],
      es: ['{name}: el límite está cerca', '{name}: se han usado {count} de {limit}.'],
      pt: ['{name}: o limite está perto', '{name}: {count} de {limit} já usados.'],
      de: ['{name}: die Grenze ist nah', '{name}: {count} von {limit} sind verbraucht.'],
      he: ['{name}: המגבלה קרובה', '{name}: נוצלו {count} מתוך {limit}.'],
      ar: ['{name}: الحد قريب', '{name}: استُخدم {count} من {limit}.'],
    },
  },
  plan: {
    path: () => '/account-subscription',
    texts: {
      en: ['Your plan is changing', 'Your workspace’s plan is changing ({at}).'],
      es: ['Tu plan cambia', 'El plan de tu espacio de trabajo cambia ({at}).'],
      pt: ['Seu plano muda', 'O plano do seu espaço de trabalho muda ({at}).'],
      de: ['Ihr Tarif ändert sich', 'Der Tarif Ihres Arbeitsbereichs ändert sich ({at}).'],
      he: ['התוכנית שלך משתנה', 'התוכנית של סביבת העבודה שלך משתנה ({at}).'],
      ar: ['خطتك تتغير', 'تتغير خطة مساحة عملك ({at}).'],
    },
  },
} satisfies Notices;
