import type { FieldFault } from '@switchyard/contracts/errors';
import i18next from 'i18next';
import { wantTexts } from '../i18n/texts-on-demand.ts';
import { translateKnown } from './translate-text.ts';

// The server says them in English: the login page goes without our own (`sentence-texts.ts`).
wantTexts('fault');

/**
 * A fault as the reader's language says it. What has no words of ours stays English, in its own direction within what
 * is around it.
 */
export function translateFault<Fault extends FieldFault>(fault: Fault): Fault {
  const { code, data, message } = fault;
  const said = code === undefined ? null : translateKnown({ code, data });
  return { ...fault, message: said ?? (i18next.dir() === 'rtl' ? `\u2066${message}\u2069` : message) };
}
