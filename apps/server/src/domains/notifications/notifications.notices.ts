import type { Notices } from '../../platform/notice.ts';

/** Texts and links of this domain's notifications in emails and WhatsApp messages. */
export const notificationsNotices = {
  'notification-test': {
    path: () => '/account-notification',
    texts: {
      en: ['Test notification', 'This is a test. Notifications reach you here.'],
      es: ['Notificación de prueba', 'Esto es una prueba. Los avisos te llegan aquí.'],
      pt: ['Notificação de teste', 'Isto é um teste. As notificações chegam até você por aqui.'],
      de: ['Testbenachrichtigung', 'Dies ist ein Test. Benachrichtigungen erreichen Sie hier.'],
      he: ['התראת בדיקה', 'זוהי בדיקה. ההתראות מגיעות אליך לכאן.'],
      ar: ['إشعار تجريبي', 'هذا اختبار. تصلك الإشعارات هنا.'],
    },
  },
} satisfies Notices;
