import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Credentials } from './rights.ts';

export const TICKET_LIFE_MS = 10 * 60 * 1000;

/**
 * Credentials whose user name cannot be altered, checked by the broker without a database: what a ticket is for is told
 * by that name.
 */
export const signTicket = (secret: string, username: string): Credentials => ({
  username,
  password: sign(secret, username),
});

/** Whether {@link signTicket} made these. */
export function isSigned(secret: string, { username, password }: Credentials): boolean {
  const expected = Buffer.from(sign(secret, username));
  const given = Buffer.from(password);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const sign = (secret: string, username: string) =>
  createHmac('sha256', secret).update(`live-ticket:${username}`).digest('base64url');
