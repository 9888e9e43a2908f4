import { FAULTS } from '@switchyard/contracts/text/faults';
import { SENTENCES } from '@switchyard/contracts/text/sentences';
import { addTexts } from '../i18n/i18n.ts';

const faultTexts = addTexts('fault', FAULTS);
const sentenceTexts = addTexts('sentence', SENTENCES);

declare module 'i18next' {
  interface ResourceNamespaceMap {
    fault: typeof faultTexts;
    sentence: typeof sentenceTexts;
  }
}
