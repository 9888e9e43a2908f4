/** Whether `received_messages r` was written by the account of `engines engine`, on its phone. */
export const FROM_ME = 'r.writer is not distinct from engine.phone_number';
