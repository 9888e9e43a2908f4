import type { Hold } from '@switchyard/contracts/messages/message';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../lib/i18n/i18n.ts';

// In English the server supplies the sentence, with names and figures.
addTexts('hold', {});

/** Why a message waits, in the reader's language: languages other than English have one sentence per rule. */
export function HoldText({ hold: { rule, text } }: { hold: Hold }) {
  const { t, i18n } = useTranslation('hold');
  return i18n.exists(`hold:${rule}`) ? t(rule) : text;
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    hold: Record<Hold['rule'], string>;
  }
}
