import type { MessageBody } from './message-body.ts';

/** What a driver can send. Its process declares the same as its capabilities; a test of the engine holds the two together. */
export interface DriverBodies {
  kinds: readonly MessageBody['kind'][];
  /** Answers so that WhatsApp shows what is answered. */
  replies: boolean;
}

const DRIVER_BODIES: Record<string, DriverBodies> = {
  simulator: { kinds: ['text', 'media', 'poll'], replies: true },
  baileys: { kinds: ['text', 'media', 'poll'], replies: true },
  'wa-js': { kinds: ['text', 'media', 'poll'], replies: true },
  'cloud-api': { kinds: ['text', 'media'], replies: true },
};

/** A name that we do not know sends text. */
export const driverBodies = (driver: string): DriverBodies =>
  DRIVER_BODIES[driver] ?? { kinds: ['text'], replies: false };
