import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Stripe } from 'stripe';
import { depsOf } from '../../../platform/perform.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { subscriptions } from '../billing.schema.ts';
import { readPaymentOf } from './read-payment.ts';
import { connectStripe, idOf } from './stripe-client.ts';

const SIGNATURE_HEADER = 'stripe-signature';
/** Older requests are treated as replays. */
const TOLERANCE_SECONDS = 300;

/**
 * Stripe's webhook: public, authenticated by its signature alone. Whatever the event says, the current state is read
 * from Stripe, so that order, repeats and gaps do not matter. If that fails, Stripe retries the webhook.
 */
export function serveStripeWebhook(server: FastifyInstance, platform: Platform): void {
  const { stripe: settings } = platform.config;
  if (settings === null) return;
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the raw bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/stripe', { logLevel: 'warn' }, async (request) => {
      const stripe = await connectStripe(settings);
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const customerId = customerIn(
        verifyEvent(() =>
          stripe.webhooks.constructEvent(
            raw,
            String(request.headers[SIGNATURE_HEADER] ?? ''),
            settings.webhookSecret,
            TOLERANCE_SECONDS,
          ),
        ),
      );
      if (customerId !== null) await readPaymentOfCustomer(platform, customerId);
      return { received: true };
    });
  });
}

function verifyEvent(construct: () => Stripe.Event): Stripe.Event {
  try {
    return construct();
  } catch {
    throw new Refusal('UNAUTHORIZED', undefined, 'The signature is not valid.');
  }
}

/** The customer an event concerns, or null. */
function customerIn({ data: { object } }: Stripe.Event): string | null {
  const { customer } = object as { customer?: unknown };
  if (typeof customer === 'string') return customer;
  return customer !== null && typeof customer === 'object' && 'id' in customer
    ? idOf(customer as { id: string })
    : null;
}

/** Ignores customers of other products sold through the same account. */
async function readPaymentOfCustomer(platform: Platform, customerId: string): Promise<void> {
  const parts = depsOf(platform);
  const [row] = await parts.db
    .select({ workspaceId: subscriptions.workspaceId })
    .from(subscriptions)
    .where(eq(subscriptions.stripeCustomerId, customerId));
  if (!row) return;
  const { events } = await readPaymentOf(parts, row.workspaceId);
  platform.events.dispatch(events);
}
