import type { FieldFault } from '@switchyard/contracts/errors';
import i18next from 'i18next';
import { requestTexts } from '../i18n/texts-on-demand.ts';
import { translateKnown } from './translate-text.ts';

// The server sends them in English: the login page does without our own (`sentence-texts.ts`).
requestTexts('fault');

/**
 * Translates a fault into the reader's language. Without a translation it stays English, isolated in its own text
 * direction.
 */
export function translateFault<Fault extends FieldFault>(fault: Fault): Fault {
  const { code, data, message } = fault;
  const translation = code === undefined ? null : translateKnown({ code, data });
  return { ...fault, message: translation ?? (i18next.dir() === 'rtl' ? `\u2066${message}\u2069` : message) };
}
