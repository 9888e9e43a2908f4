import type { Notices } from '../../platform/notice.ts';

/** Texts and links of this domain's notifications in emails and WhatsApp messages. */
export const installationNotices = {
  'backup-failed': {
    path: () => '/installation?tab=checks',
    texts: {
      en: ['The nightly backup failed', 'The nightly backup failed at {at}. It is tried again every hour.'],
      es: [
        'Falló la copia de seguridad',
        'La copia de seguridad nocturna falló ({at}). Se vuelve a intentar cada hora.',
      ],
      pt: ['O backup noturno falhou', 'O backup noturno falhou ({at}). Uma nova tentativa é feita a cada hora.'],
      de: [
        'Die nächtliche Sicherung ist fehlgeschlagen',
        'Die nächtliche Sicherung ist fehlgeschlagen ({at}). Sie wird stündlich erneut versucht.',
      ],
      he: ['הגיבוי הלילי נכשל', 'הגיבוי הלילי נכשל ({at}). ניסיון נוסף נעשה בכל שעה.'],
      ar: ['فشل النسخ الاحتياطي الليلي', 'فشل النسخ الاحتياطي الليلي ({at}). تُعاد المحاولة كل ساعة.'],
    },
  },
} satisfies Notices;
