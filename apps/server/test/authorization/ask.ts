import { type Fixture, LOGGED, MARK, PAIRING_CODE } from './fixture.ts';
import type { SavedState } from './traces.ts';

/** A request as sent. */
export interface SentRequest {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ReceivedResponse {
  status: number;
  text: string;
}

/** A stream has no end: this many bytes, or this long without any, are enough to see what it shows. */
const ENOUGH_BYTES = 200_000;
const QUIET_MS = 250;
/** These responses end; on a busy machine their next chunk may take longer than that. */
const ENDING_TYPES = /^application\/(json|zip)/;

export async function ask(url: string, { method, path, body, headers = {} }: SentRequest): Promise<ReceivedResponse> {
  const ended = new AbortController();
  const json = body !== undefined && typeof body !== 'string';
  const response = await fetch(url + path, {
    method,
    headers: { origin: url, ...(json ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as string) }),
    signal: ended.signal,
  });
  let text = '';
  let quiet: NodeJS.Timeout | undefined;
  const decoder = new TextDecoder();
  const isEndless = !ENDING_TYPES.test(response.headers.get('content-type') ?? '');
  try {
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece as Uint8Array, { stream: true });
      clearTimeout(quiet);
      if (isEndless) quiet = setTimeout(() => ended.abort(), QUIET_MS);
      if (text.length > ENOUGH_BYTES) ended.abort();
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  } finally {
    clearTimeout(quiet);
  }
  return { status: response.status, text };
}

/** Whether a response shows data of our workspace beyond what the request contained. */
export function showsOurs(request: SentRequest, { text }: ReceivedResponse, marks: string[]): boolean {
  const given = JSON.stringify(request);
  return marks.some((mark) => text.includes(mark) && !given.includes(mark));
}

/** The table's word for a request's outcome: refused, or what it showed and changed. */
export function wordFor(
  request: SentRequest,
  answered: ReceivedResponse,
  changed: Awaited<ReturnType<SavedState['changedSince']>>,
  marks: string[],
): string {
  const { status } = answered;
  if (status >= 300) return changed.all.length > 0 ? `${status}, but changed ${changed.all.join()}` : String(status);
  // Access to another workspace is audited with our names in it; whether it must be is a separate rule.
  const [all, ours] = [changed.all, changed.ours].map((tables) => tables.filter((table) => table !== 'audit_entries'));
  if (showsOurs(request, answered, marks) || (ours?.length ?? 0) > 0) return 'ok';
  if ((all?.length ?? 0) > 0) return 'own';
  return 'nothing';
}

/** Values that only our workspace has: ids, names, numbers. */
export const marksOf = ({ ours }: Fixture): string[] => [
  MARK,
  LOGGED,
  PAIRING_CODE,
  ours.workspaceId,
  ours.ownerId,
  ours.memberId,
  ours.engineId,
  ours.cloudEngineId,
  ours.contactId,
  ours.labelId,
  ours.listId,
  ours.suppressionId,
  ours.audienceId,
  ours.templateId,
  ours.campaignId,
  ours.pendingId,
  ours.sentId,
  ours.unknownId,
  ours.cancelledId,
  ours.failedId,
  ours.removedId,
  ours.fileId,
  ours.botId,
  ours.botSessionId,
  ours.phoneNumber,
  ours.verifyToken,
];
