import type { Notices } from '../../platform/notice.ts';

/** Texts and links of this domain's notifications in emails and WhatsApp messages. */
export const webhooksNotices = {
  'webhook-disabled': {
    path: () => '/admin-api?tab=webhooks',
    texts: {
      en: [
        'Webhook {name} was disabled',
        'Nothing has been sent to {name} since {at}: it answered 410 Gone, or every attempt failed for five days. Enable it again once it works; waiting events are sent then.',
      ],
      es: [
        'El webhook {name} se ha desactivado',
        'El webhook {name} no recibe nada desde {at}: respondió que ya no existe, o todos los intentos fallaron durante días. Vuelve a activarlo cuando funcione; lo pendiente se enviará entonces.',
      ],
      pt: [
        'O webhook {name} foi desativado',
        'O webhook {name} não recebe nada desde {at}: respondeu que não existe mais, ou todas as tentativas falharam por dias. Reative-o quando funcionar; o que espera será enviado então.',
      ],
      de: [
        'Der Webhook {name} wurde deaktiviert',
        'Der Webhook {name} empfängt seit {at} nichts mehr: Er hat geantwortet, dass es ihn nicht mehr gibt, oder tagelang schlug jeder Versuch fehl. Aktivieren Sie ihn wieder, sobald er funktioniert; was wartet, wird dann gesendet.',
      ],
      he: [
        'ה־webhook בשם {name} הושבת',
        'ה־webhook בשם {name} לא מקבל דבר מאז {at}: הוא השיב שאינו קיים עוד, או שכל הניסיונות נכשלו במשך ימים. אפשר להפעיל אותו שוב כשיפעל; מה שממתין יישלח אז.',
      ],
      ar: [
        'عُطّل خطاف الويب {name}',
        'لا يتلقى خطاف الويب {name} شيئًا منذ {at}: إما أنه أجاب بأنه لم يعد موجودًا، أو فشلت كل المحاولات أيامًا. فعّله من جديد حين يعمل، وسيُرسل ما ينتظر عندئذٍ.',
      ],
    },
  },
} satisfies Notices;
