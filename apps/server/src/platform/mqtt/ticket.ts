import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Credentials } from './rights.ts';

export const TICKET_LIFE_MS = 10 * 60 * 1000;

/**
 * Signs credentials whose user name cannot be altered and contains everything the ticket grants, so that the broker can
 * verify them without a database.
 */
export const signTicket = (secret: string, username: string): Credentials => ({
  username,
  password: sign(secret, username),
});

/** Whether {@link signTicket} made these credentials. */
export function isSigned(secret: string, { username, password }: Credentials): boolean {
  const expected = Buffer.from(sign(secret, username));
  const actual = Buffer.from(password);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

const sign = (secret: string, username: string) =>
  createHmac('sha256', secret).update(`live-ticket:${username}`).digest('base64url');
