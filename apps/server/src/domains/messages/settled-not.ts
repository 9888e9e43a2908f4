/** What a message says of which a person has said that it did not arrive, once no engine can send it any more. */
export const SETTLED_NOT = 'Settled by a person: it did not arrive.';

/** The columns of such a row `m` from then on: whoever wants to may send it again. */
export const LET_GO = `in_doubt = false, send_failure_reason = '${SETTLED_NOT}', version = m.version + 1, updated_at = now()`;
