import type { FieldFault } from '@switchyard/contracts/errors';
import { textOfFault } from '@switchyard/contracts/text/registry';
import { joinTexts, type Text, type TextError } from '@switchyard/contracts/text/text';
import { Refusal } from '../../../platform/refusal.ts';

/** What went wrong with a step, in words: of a refusal that names fields, what is wrong with each. */
export function errorText(error: TextError): Text {
  const { faults = [] } = (error instanceof Refusal ? (error.data ?? {}) : {}) as { faults?: FieldFault[] };
  return faults.length > 0 ? joinTexts(faults.map(textOfFault)) : error.text;
}
