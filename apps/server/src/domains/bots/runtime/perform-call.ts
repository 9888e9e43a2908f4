import { text } from '@switchyard/contracts/text/text';
import { GuardedFetchError, type GuardedRequest, guardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { type CallAnswer, type HttpCall, MAX_VALUE_LENGTH, type Value } from './session-state.ts';

/** Maximum response size; larger responses are refused. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * Calls another server for a bot: public internet only.
 * @param idempotencyKey the same for the same step, also for a retry after a crash
 */
export async function performCall(
  { method, url, headers, body, secrets, timeoutSeconds }: HttpCall,
  idempotencyKey: string,
  network?: GuardedRequest['network'],
): Promise<CallAnswer> {
  try {
    const answer = await guardedFetch({
      url,
      method,
      headers: {
        accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
        'idempotency-key': idempotencyKey,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === null ? {} : { body }),
      isBodySecret: secrets?.some(({ standIn }) => standIn !== undefined) ?? false,
      maxBytes: MAX_ANSWER_BYTES,
      timeoutMs: timeoutSeconds * 1_000,
      ...(network ? { network } : {}),
    });
    if (answer.status < 200 || answer.status >= 300)
      return { ok: false, fault: text('callAnswered', { status: String(answer.status) }) };
    const value = parseBody(answer.body.toString('utf8'));
    if (JSON.stringify(value).length > MAX_VALUE_LENGTH) return { ok: false, fault: text('callTooLong') };
    return { ok: true, status: answer.status, value };
  } catch (error) {
    if (error instanceof GuardedFetchError) return { ok: false, fault: error.text };
    throw error;
  }
}

/** PostgreSQL stores no NUL. */
function parseBody(text: string): Value {
  const storable = text.replaceAll('\0', '').toWellFormed();
  try {
    return JSON.parse(storable.replaceAll('\\u0000', '')) as Value;
  } catch {
    return storable;
  }
}
