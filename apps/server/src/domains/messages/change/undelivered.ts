import { text } from '@switchyard/contracts/text/text';
import { sqlText } from '../../../platform/database/text-value.ts';

/** What a message says of which a person has said that it did not arrive, once no engine can send it any more. */
export const UNDELIVERED_REASON = text('settledNot');

/** The columns of such a row `m` from then on: whoever wants to may send it again. */
export const SET_UNDELIVERED = `in_doubt = false, send_failure_reason = ${sqlText(UNDELIVERED_REASON)}, version = m.version + 1, updated_at = now()`;
