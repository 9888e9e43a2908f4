import { createHmac } from 'node:crypto';
import { keyOfSecret } from '../endpoint-secret.ts';

/**
 * The `webhook-signature` header of Standard Webhooks: one signature per secret, any of which the receiver may have.
 */
export const signatureHeader = (
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string =>
  secrets
    .map((secret) => {
      const mac = createHmac('sha256', keyOfSecret(secret)).update(`${id}.${timestamp}.${body}`);
      return `v1,${mac.digest('base64')}`;
    })
    .join(' ');
