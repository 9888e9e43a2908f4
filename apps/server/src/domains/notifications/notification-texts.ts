import type { TextsByLanguage } from '../../platform/mail/texts.ts';

interface NotificationTexts {
  hello: string;
  workspace: string;
  chosenHere: string;
}

/** Notification texts outside the page: in emails and messages to people's own WhatsApp numbers. */
export const NOTIFICATION_TEXTS: TextsByLanguage<NotificationTexts> = {
  en: {
    hello: 'Hello {name},',
    workspace: 'Workspace: {name}',
    chosenHere: 'Change your notification settings:',
  },
  es: {
    hello: 'Hola, {name}:',
    workspace: 'Espacio de trabajo: {name}',
    chosenHere: 'Aquí eliges de qué se te avisa por correo:',
  },
  pt: {
    hello: 'Olá, {name}!',
    workspace: 'Espaço de trabalho: {name}',
    chosenHere: 'Escolha aqui o que avisamos por e-mail:',
  },
  de: {
    hello: 'Guten Tag {name},',
    workspace: 'Arbeitsbereich: {name}',
    chosenHere: 'Worüber Sie per E-Mail benachrichtigt werden, wählen Sie hier:',
  },
  he: {
    hello: 'שלום {name},',
    workspace: 'סביבת עבודה: {name}',
    chosenHere: 'כאן בוחרים על מה נשלחות הודעות בדוא״ל:',
  },
  ar: {
    hello: 'مرحبًا {name}،',
    workspace: 'مساحة العمل: {name}',
    chosenHere: 'تختار هنا ما نخبرك به بالبريد:',
  },
};
