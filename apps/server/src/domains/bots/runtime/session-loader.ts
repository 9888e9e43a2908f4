import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { type FoundContact, findContactsIn } from '../../contacts/index.ts';
import { suppressedAmong } from '../../suppression/index.ts';
import type { botSessions } from '../bots.schema.ts';
import { MAX_IN_WINDOW, type RecentMessage, WINDOW_MINUTES } from './limits.ts';

type SessionRow = typeof botSessions.$inferSelect;

/** Loads what a transaction's executions need besides their sessions: the first request loads it for all of them. */
export class SessionLoader {
  readonly #tx: Db;
  readonly #sessions: readonly SessionRow[];
  #contacts: Promise<FoundContact[]> | null = null;
  #sayings: Promise<Map<string, RecentMessage[]>> | null = null;
  #unwilling: Promise<Set<number>> | null = null;

  /** @param sessions locked by the transaction, so that no other process writes in their chats */
  constructor(tx: Db, sessions: readonly SessionRow[]) {
    this.#tx = tx;
    this.#sessions = sessions;
  }

  /** The contact of a session's chat, or undefined. */
  async contactOf({ workspaceId, chat }: SessionRow): Promise<FoundContact | undefined> {
    this.#contacts ??= findContactsIn(
      this.#tx,
      this.#sessions.map((session) => ({ workspaceId: session.workspaceId, mobile: session.chat })),
    );
    return (await this.#contacts).find((contact) => contact.workspaceId === workspaceId && contact.mobile === chat);
  }

  /** Drops the cached contacts after a change; the next request reloads them. */
  forgetContacts(): void {
    this.#contacts = null;
  }

  /** Whether the contact of a session's chat has opted out, however the session started. */
  async isSuppressed(session: SessionRow): Promise<boolean> {
    this.#unwilling ??= suppressedAmong(
      this.#tx,
      this.#sessions.map((session) => ({ workspaceId: session.workspaceId, mobile: session.chat })),
    );
    return (await this.#unwilling).has(this.#sessions.indexOf(session));
  }

  /** Earlier bot messages in a session's chat, latest first, as far back as limits look. */
  async recentMessagesOf({ id }: SessionRow): Promise<readonly RecentMessage[]> {
    this.#sayings ??= this.#readSayings();
    return (await this.#sayings).get(id) ?? [];
  }

  async #readSayings(): Promise<Map<string, RecentMessage[]>> {
    const speaking = this.#sessions.filter(({ testFlow, engineId }) => testFlow === null && engineId !== null);
    const chats = speaking.map(({ id, engineId, chat }) => ({ id, engine_id: engineId, chat }));
    const { rows } = await this.#tx.execute<{ id: string; fingerprint: string; recent: boolean; at: string }>(sql`
      select chats.id, said.fingerprint, said.at, said.at > now() - make_interval(mins => ${WINDOW_MINUTES}) as recent
      from json_to_recordset(${JSON.stringify(chats)}::json) as chats (id uuid, engine_id uuid, chat text)
      cross join lateral (
        select id, fingerprint, at from bot_sayings where engine_id = chats.engine_id and chat = chats.chat
        order by id desc limit ${MAX_IN_WINDOW}
      ) said order by said.id desc`);
    return Map.groupBy(
      rows.map((row) => ({ ...row, at: new Date(row.at) })),
      ({ id }) => id,
    );
  }
}
