import type { Notices } from '../../platform/notice.ts';

const path = ({ id }: { id?: string | undefined }) => (id ? `/boards/${id}` : '/boards');

/** Texts of this domain's notifications in mails and WhatsApp messages, with the pages they link to. */
export const automationsNotices = {
  'automation-notify': {
    path,
    texts: {
      en: ['About {name}', 'An automation about {name}:'],
      es: ['Sobre {name}', 'Una automatización sobre {name}:'],
      pt: ['Sobre {name}', 'Uma automação sobre {name}:'],
      de: ['Zu {name}', 'Eine Automatisierung zu {name}:'],
      he: ['לגבי {name}', 'אוטומציה לגבי {name}:'],
      ar: ['بشأن {name}', 'أتمتة بشأن {name}:'],
    },
  },
  'automation-stopped': {
    path,
    texts: {
      en: ['The automation {name} was paused', 'It kept setting itself off. Change it, then resume it.'],
      es: ['La automatización {name} se pausó', 'Se activaba a sí misma una y otra vez. Cámbiala y reanúdala.'],
      pt: ['A automação {name} foi pausada', 'Ela se acionava sem parar. Altere-a e retome-a.'],
      de: [
        'Die Automatisierung {name} wurde angehalten',
        'Sie hat sich immer wieder selbst ausgelöst. Ändern Sie sie und setzen Sie sie fort.',
      ],
      he: ['האוטומציה {name} הושהתה', 'היא הפעילה את עצמה שוב ושוב. יש לשנות אותה ולחדש אותה.'],
      ar: ['أُوقفت الأتمتة {name} مؤقتًا', 'كانت تشغّل نفسها مرارًا. غيّرها ثم استأنفها.'],
    },
  },
} satisfies Notices;
