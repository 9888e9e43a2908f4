import { type Text, text } from '@switchyard/contracts/text/text';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { botSecrets } from '../bots.schema.ts';
import type { HttpCall } from '../runtime/session-state.ts';
import { hostOf, secretSeal } from './secret-seal.ts';

/** A request with its secrets, for sending only; or the reason why it cannot be sent. */
export type OpenedRequest = { ok: true; request: HttpCall; values: string[] } | { ok: false; fault: Text };

/** Inserts the workspace's secrets into a request, if they were given for its host. */
export async function openSecrets(
  db: Db,
  secret: string,
  workspaceId: string,
  request: HttpCall,
): Promise<OpenedRequest> {
  const references = request.secrets ?? [];
  if (references.length === 0) return { ok: true, request, values: [] };
  const ids = references.map(({ secretId }) => secretId);
  const rows = await db
    .select()
    .from(botSecrets)
    .where(and(eq(botSecrets.workspaceId, workspaceId), inArray(botSecrets.id, ids)));
  const host = hostOf(request.url);
  const seal = secretSeal(secret);
  const headers = { ...request.headers };
  let { url, body } = request;
  const values: string[] = [];
  for (const { header, place, secretId, standIn } of references) {
    const row = rows.find(({ id }) => id === secretId);
    if (row && row.host !== host) return { ok: false, fault: text('secretForOther', { header, host: row.host }) };
    const value = row && seal.open(row.value, workspaceId, row.host);
    if (value == null) return { ok: false, fault: text('secretUnread', { header }) };
    if (place === 'query') url = withPart(url, header, value);
    else if (standIn) body = body?.replaceAll(standIn, () => asJson(value)) ?? null;
    else headers[header] = value.replace(/[\r\n]+/g, ' ');
    values.push(value, encodeURIComponent(value), asJson(value));
  }
  return { ok: true, request: { ...request, url, headers, body }, values };
}

/** Escaped as inside a JSON string. */
const asJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** Appends a query parameter to a URL. */
function withPart(url: string, name: string, value: string): string {
  const [, before = url, end = ''] = /^([^#]*)(.*)$/s.exec(url) ?? [];
  return `${before}${before.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(value)}${end}`;
}

const HIDDEN = '•••';
/** Shorter values also occur in ordinary text. */
const MIN_HIDDEN_LENGTH = 8;

/** Removes the sent secrets from a response: some servers echo their request. */
export function withoutSecrets<Answer>(answer: Answer, values: readonly string[]): Answer {
  const long = values
    .flatMap((value) => [value, ...value.split(' ')])
    .filter((part) => part.length >= MIN_HIDDEN_LENGTH);
  if (long.length === 0) return answer;
  const hide = (text: string) => long.reduce((left, part) => left.replaceAll(part, HIDDEN), text);
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return hide(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [hide(name), walk(value)]));
  };
  return walk(answer) as Answer;
}
