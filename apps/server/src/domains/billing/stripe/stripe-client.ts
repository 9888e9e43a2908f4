import { text } from '@switchyard/contracts/text/text';
import type { Stripe } from 'stripe';
import type { StripeSettings } from '../../../platform/config/config.ts';
import type { Log } from '../../../platform/logging/log.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Timeout of one call; a person waits for at most three. */
const TIMEOUT_MS = 8_000;
const RETRIES = 1;

/** The Stripe client. The library is loaded on first use, so that servers without Stripe do not pay for it. */
export async function connectStripe(settings: StripeSettings): Promise<Stripe> {
  const { Stripe: Client } = await import('stripe');
  const url = settings.apiUrl === null ? null : new URL(settings.apiUrl);
  return new Client(settings.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? '443' : '80'),
      protocol: url.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

/**
 * Calls Stripe and logs failures.
 * @throws Refusal `PAYMENT_UNAVAILABLE`
 */
export async function callStripe<Answer>(
  { config, log }: { config: { stripe: StripeSettings | null }; log: Log },
  ask: (stripe: Stripe, settings: StripeSettings) => Promise<Answer>,
): Promise<Answer> {
  const settings = settingsOf(config);
  try {
    return await ask(await connectStripe(settings), settings);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log.warn({ err: error }, 'Stripe');
    throw new Refusal('PAYMENT_UNAVAILABLE');
  }
}

/** @throws Refusal `NOT_FOUND` if this server takes no payments */
export function settingsOf({ stripe }: { stripe: StripeSettings | null }): StripeSettings {
  if (stripe === null) throw new Refusal('NOT_FOUND', undefined, text('noPayments'));
  return stripe;
}

/** The id of an object that Stripe may have expanded. */
export const idOf = (expandable: string | { id: string }): string =>
  typeof expandable === 'string' ? expandable : expandable.id;
