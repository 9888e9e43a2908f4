import type { AttemptFault } from '@switchyard/contracts/webhooks/operations';
import { GuardedFetchError, guardedFetch } from '../../../platform/http/guarded-fetch.ts';
import type { Platform } from '../../../platform/platform.ts';
import { secretSeal } from '../endpoint-secret.ts';
import { bodyOf, eventIdOf } from '../webhooks.present.ts';
import { networkFor } from './allowed-network.ts';
import type { ClaimedDelivery } from './claim.ts';
import { signatureHeader } from './sign.ts';

const TIMEOUT_MS = 10_000;
/** Maximum bytes of a response body to store. */
const MAX_BODY_BYTES = 1_024;
const MAX_HEADERS = 40;
const MAX_HEADER_LENGTH = 256;
const HIDDEN = '•••';
const SECRET_HEADERS = new Set([
  'webhook-signature',
  'set-cookie',
  'authorization',
  'proxy-authenticate',
  'www-authenticate',
]);

/** Outcome of one delivery attempt. */
export interface AttemptResult {
  durationMs: number;
  status: number | null;
  fault: AttemptFault | null;
  retryAfter: string | undefined;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
}

/** Sends a delivery once. Never rejects because of the receiver. */
export async function attemptDelivery(
  { config, secret }: Pick<Platform, 'config' | 'secret'>,
  delivery: ClaimedDelivery,
): Promise<AttemptResult> {
  const { endpoint_id: endpointId, event_id, type, data, created_at } = delivery;
  const body = bodyOf({ id: event_id, workspaceId: delivery.workspace_id, type, data, createdAt: created_at });
  const seal = secretSeal(secret);
  const secrets = [delivery.secret, delivery.previous_secret].flatMap((sealed) => {
    const opened = sealed && seal.open(sealed, endpointId);
    return opened ? [opened] : [];
  });
  const id = eventIdOf(event_id);
  const timestamp = Math.floor(Date.now() / 1_000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Switchyard-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader(secrets, { id, timestamp, body }),
  };
  const startedMs = performance.now();
  const requestHeaders = redactHeaders(headers);
  try {
    const answer = await guardedFetch({
      url: delivery.url,
      method: 'POST',
      headers,
      body,
      maxBytes: MAX_BODY_BYTES,
      isCut: true,
      maxRedirects: 0,
      timeoutMs: TIMEOUT_MS,
      isKeptOpen: true,
      network: networkFor(config.webhookAllowedHosts, new URL(delivery.url).hostname),
    });
    const retryAfter = answer.headers['retry-after'];
    return {
      durationMs: Math.round(performance.now() - startedMs),
      status: answer.status,
      fault: null,
      retryAfter,
      requestHeaders,
      responseHeaders: redactHeaders(answer.headers),
      responseBody: storable(answer.body.toString('utf8')),
    };
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    return {
      durationMs: Math.round(performance.now() - startedMs),
      status: null,
      fault: error.fault,
      retryAfter: undefined,
      requestHeaders,
      responseHeaders: null,
      responseBody: null,
    };
  }
}

/** Strips NUL, which PostgreSQL cannot store. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const redactHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [
        name,
        SECRET_HEADERS.has(name) ? HIDDEN : storable(String(value)).slice(0, MAX_HEADER_LENGTH),
      ]),
  );
