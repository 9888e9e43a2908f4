/** Whether this row of `received_messages` was written by the account of `engines engine`, on its phone. */
export const fromMe = (row: string): string =>
  `coalesce(${row}.from_me, ${row}.writer is not distinct from engine.phone_number)`;
