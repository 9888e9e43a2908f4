import { createHmac } from 'node:crypto';
import { keyOfSecret } from '../endpoint-secret.ts';

/** `webhook-signature` as Standard Webhooks has it: one signature a secret, any of which may be the receiver's. */
export const signaturesOf = (
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string =>
  secrets
    .map((secret) => {
      const mac = createHmac('sha256', keyOfSecret(secret)).update(`${id}.${timestamp}.${body}`);
      return `v1,${mac.digest('base64')}`;
    })
    .join(' ');
