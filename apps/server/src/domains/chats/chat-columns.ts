/** SQL: whether the account of `engines engine` wrote this row of `received_messages`, on its phone. */
export const fromMe = (row: string): string =>
  `coalesce(${row}.from_me, ${row}.writer is not distinct from engine.phone_number)`;
