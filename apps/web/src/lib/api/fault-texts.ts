import type { FieldFault } from '@switchyard/contracts/errors';
import type { FAULTS, FaultCode } from '@switchyard/contracts/text/faults';
import { isCoded } from '@switchyard/contracts/text/registry';
import i18next from 'i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { wantTexts } from '../i18n/texts-on-demand.ts';
import { translateText } from './translate-text.ts';

// The server says them in English: the login page goes without our own (`sentence-texts.ts`).
wantTexts('fault');

/**
 * A fault as the reader's language says it. What has no words of ours stays English, in its own direction within what
 * is around it.
 */
export function translateFault<Fault extends FieldFault>(fault: Fault): Fault {
  const { code, data = {}, message } = fault;
  if (!i18next.isInitialized) return fault;
  if (!isKnown(code)) {
    const said = translateText(code !== undefined && i18next.exists(`sentence:${code}`) ? { code, data } : message);
    return { ...fault, message: said === message && i18next.dir() === 'rtl' ? `\u2066${message}\u2069` : said };
  }
  const language = currentLanguage();
  const shown = Object.entries(data).map(([name, value]) => [
    name,
    typeof value === 'number'
      ? value.toLocaleString(language)
      : typeof value === 'object' && isCoded(value)
        ? translateText(value)
        : value,
  ]);
  return { ...fault, message: i18next.t(`fault:${code}`, Object.fromEntries(shown)) };
}

const isKnown = (code: string | undefined): code is FaultCode => code !== undefined && i18next.exists(`fault:${code}`);

declare module 'i18next' {
  interface ResourceNamespaceMap {
    fault: typeof FAULTS;
  }
}
