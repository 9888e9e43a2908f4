import { text } from '@switchyard/contracts/text/text';
import { sqlText } from '../../../platform/database/text-value.ts';

/** Failure reason of a message that a person marked as not delivered, once no engine can send it any more. */
export const UNDELIVERED_REASON = text('settledNot');

/** Sets row `m` to undelivered; it can then be sent again. */
export const SET_UNDELIVERED = `in_doubt = false, send_failure_reason = ${sqlText(UNDELIVERED_REASON)}, version = m.version + 1, updated_at = now()`;
