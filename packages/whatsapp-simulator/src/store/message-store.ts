import type { DatabaseSync } from 'node:sqlite';
import type { Body } from '../network/body.ts';
import type { StoredMessage } from '../network/model.ts';
import type { CommitGroup } from './commit-group.ts';

interface Row {
  sequence: number;
  id: string;
  sender: string;
  chat: string;
  kind: string;
  body: string;
  proto: string | null;
  accepted_at: number;
  delivered_at: number | null;
  read_at: number | null;
  attempts: number;
}

export interface NewMessage {
  id: string;
  from: string;
  chat: string;
  body: Body;
  acceptedAtMs: number;
  deliveredAtMs: number | null;
  readAtMs: number | null;
  /**
   * The sending device, if the sender's other devices get a copy (empty for its phone); null if there are no copies.
   */
  copiedFrom: string | null;
}

/** Totals of everything that arrived. `absorbed` repeats of an id reached nobody. */
export interface MessageTotals {
  messages: number;
  attempts: number;
  absorbed: number;
}

/** Every message that the network has accepted. */
export class MessageStore {
  readonly #commits: CommitGroup;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #totals: { messages: number; attempts: number };
  #copies = { atMessages: 0, count: 0 };

  constructor(database: DatabaseSync, commits: CommitGroup) {
    this.#commits = commits;
    this.#statements = prepare(database);
    const totals = this.#statements.all.totals.get() as unknown as { messages: number; attempts: number };
    this.#totals = { ...totals };
  }

  /** The message that `from` sent under this id, or null. */
  find(from: string, id: string): StoredMessage | null {
    const row = this.#statements.find.get(from, id) as unknown as Row | undefined;
    return row ? present(row) : null;
  }

  /** Whether the two have exchanged a message in either direction. */
  haveMet(left: string, right: string): boolean {
    return Boolean(this.#statements.met.get(left, right) ?? this.#statements.met.get(right, left));
  }

  countRepeat(message: StoredMessage): void {
    this.#commits.begin();
    this.#statements.repeat.run(message.sequence);
    this.#totals.attempts += 1;
  }

  /** Adds a message. @returns false, and changes nothing, if its sender has used the id before */
  add(message: NewMessage): boolean {
    this.#commits.begin();
    const { kind, body, proto } = rowOf(message.body);
    const { changes } = this.#statements.add.run(
      message.from,
      message.id,
      message.chat,
      kind,
      body,
      proto,
      message.acceptedAtMs,
      message.deliveredAtMs,
      message.readAtMs,
      message.copiedFrom,
    );
    if (changes === 0) return false;
    this.#totals.messages += 1;
    this.#totals.attempts += 1;
    return true;
  }

  setReceiptTimes(sequence: number, deliveredAtMs: number | null, readAtMs: number | null): void {
    this.#commits.begin();
    this.#statements.setTimes.run(deliveredAtMs, readAtMs, sequence);
  }

  /** Messages from others to these chats, oldest first, after `afterSequence`. */
  toChats(chats: string[], reader: string, afterSequence: number, limit: number): StoredMessage[] {
    const rows = this.#statements.toChats.all(JSON.stringify(chats), afterSequence, reader, limit);
    return (rows as unknown as Row[]).map(present);
  }

  /** The same, with copies of what the reader has sent from anywhere but `device`. */
  toDevice(chats: string[], reader: string, device: string, afterSequence: number, limit: number): StoredMessage[] {
    const [others, copies] = [
      [JSON.stringify(chats), afterSequence, reader, limit],
      [reader, afterSequence, device, limit],
    ] as const;
    return (this.#statements.toDevice.all(...others, ...copies, limit) as unknown as Row[]).map(present);
  }

  /** Sequence of the latest message; 0 if there is none. */
  lastSequence(): number {
    return Number(this.#statements.last.get()?.last ?? 0);
  }

  /** Messages of a conversation between two addresses, newest first, before `beforeSequence`. */
  between(left: string, right: string, beforeSequence: number, limit: number): StoredMessage[] {
    const rows = this.#statements.between.all(left, right, right, left, beforeSequence, limit);
    return (rows as unknown as Row[]).map(present);
  }

  /** What `account` wrote, and what others wrote to these chats, newest first. */
  recentOf(account: string, chats: string[], limit: number): StoredMessage[] {
    const rows = this.#statements.recentOf.all(account, limit, JSON.stringify(chats), account, limit, limit);
    return (rows as unknown as Row[]).map(present);
  }

  /**
   * One page of the messages to `chat` (null: all), oldest first.
   * @param parties only messages that one of these sent or got; null for all
   */
  page(chat: string | null, limit: number, skip: number, parties: readonly string[] | null = null): StoredMessage[] {
    const { statements, values } = this.#among(chat, parties);
    return (statements.page.all(...values, limit, skip) as unknown as Row[]).map(present);
  }

  /** Messages to `chat` with a receipt planned for later than `nowMs`. */
  plannedAfter(chat: string, nowMs: number): StoredMessage[] {
    return (this.#statements.plannedAfter.all(chat, nowMs) as unknown as Row[]).map(present);
  }

  /** Messages to `chat` without a planned read receipt, because the recipient was offline. */
  unreadBy(chat: string): StoredMessage[] {
    return (this.#statements.unreadBy.all(chat) as unknown as Row[]).map(present);
  }

  /** Newest first and lazy, so that the caller can stop early. */
  *newestFirst(): Generator<StoredMessage> {
    for (const row of this.#statements.newest.iterate() as Iterable<unknown>) yield present(row as Row);
  }

  totals(chat: string | null = null, parties: readonly string[] | null = null): MessageTotals {
    const { statements, values } = this.#among(chat, parties);
    const counted =
      values.length === 0
        ? this.#totals
        : (statements.totals.get(...values) as unknown as { messages: number; attempts: number });
    const { messages, attempts } = counted;
    return { messages, attempts, absorbed: attempts - messages };
  }

  /**
   * Counts messages whose recipient had already got the same text from the same sender under another id: the sign of a
   * double send. Over all chats it reads every message (about 2 s for a million), once until something new arrives.
   */
  copies(chat: string | null, parties: readonly string[] | null = null): number {
    const { statements, values } = this.#among(chat, parties);
    if (values.length > 0) return Number(statements.copies.get(...values)?.copies);
    if (this.#copies.atMessages !== this.#totals.messages) {
      this.#copies = { atMessages: this.#totals.messages, count: Number(statements.copies.get()?.copies) };
    }
    return this.#copies.count;
  }

  /** The statements limited to some messages, and their leading parameters. */
  #among(chat: string | null, parties: readonly string[] | null) {
    const { all, to, of, toOf } = this.#statements;
    const list = parties === null ? [] : [JSON.stringify(parties), JSON.stringify(parties)];
    if (chat === null) return { statements: parties === null ? all : of, values: list };
    return { statements: parties === null ? to : toOf, values: [chat, ...list] };
  }
}

function prepare(database: DatabaseSync) {
  const columns = 'sequence, id, sender, chat, kind, body, proto, accepted_at, delivered_at, read_at, attempts';
  const sums = 'count(*) messages, coalesce(sum(attempts), 0) attempts';
  const toChats = `select ${columns} from messages
    where chat in (select value from json_each(?)) and sequence > ? and sender <> ? order by sequence limit ?`;
  const copies = 'select coalesce(sum(seen - 1), 0) copies from (select count(*) seen from messages';
  // Starring a message twice is not a double send.
  const apart = "case when kind in ('star', 'read', 'setting') then sequence end";
  // In the table's order, because the parties are few and most of what is read is theirs.
  const parties = '(+sender in (select value from json_each(?)) or +chat in (select value from json_each(?)))';
  const among = (where: string) => ({
    page: database.prepare(`select ${columns} from messages ${where} order by sequence limit ? offset ?`),
    totals: database.prepare(`select ${sums} from messages ${where}`),
    copies: database.prepare(`${copies} ${where} group by chat, sender, body, ${apart} having seen > 1)`),
  });
  return {
    find: database.prepare(`select ${columns} from messages where sender = ? and id = ?`),
    met: database.prepare('select 1 from messages where chat = ? and sender = ? limit 1'),
    repeat: database.prepare('update messages set attempts = attempts + 1 where sequence = ?'),
    add: database.prepare(
      `insert into messages (sender, id, chat, kind, body, proto, accepted_at, delivered_at, read_at, copied_from)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (sender, id) do nothing`,
    ),
    setTimes: database.prepare('update messages set delivered_at = ?, read_at = ? where sequence = ?'),
    toChats: database.prepare(toChats),
    toDevice: database.prepare(
      `select * from (${toChats})
       union all
       select * from (select ${columns} from messages
         where sender = ? and sequence > ? and copied_from is not null and copied_from <> ? order by sequence limit ?)
       order by sequence limit ?`,
    ),
    last: database.prepare('select max(sequence) last from messages'),
    between: database.prepare(
      `select ${columns} from messages where ((chat = ? and sender = ?) or (chat = ? and sender = ?)) and sequence < ?
       order by sequence desc limit ?`,
    ),
    recentOf: database.prepare(
      `select * from (select ${columns} from messages where sender = ? order by sequence desc limit ?)
       union all
       select * from (select ${columns} from messages
         where chat in (select value from json_each(?)) and sender <> ? order by sequence desc limit ?)
       order by sequence desc limit ?`,
    ),
    plannedAfter: database.prepare(`select ${columns} from messages where chat = ? and read_at > ?`),
    unreadBy: database.prepare(`select ${columns} from messages where chat = ? and read_at is null order by sequence`),
    newest: database.prepare(`select ${columns} from messages order by sequence desc`),
    all: among(''),
    to: among('where chat = ?'),
    of: among(`where ${parties}`),
    toOf: among(`where chat = ? and ${parties}`),
  };
}

/**
 * Plain text is stored as it is, anything else as JSON; a text that answers another, or was forwarded, under the kind
 * `answer`. The encoded message is stored separately, because the same message is never encoded identically, and
 * `copies` compares bodies.
 */
function rowOf({ proto, ...body }: Body): Pick<Row, 'kind' | 'body' | 'proto'> {
  const encoded = proto ?? null;
  if (body.kind !== 'text') return { kind: body.kind, body: JSON.stringify(body), proto: encoded };
  if (body.quotedId !== undefined || body.isForwarded || body.mentions)
    return { kind: 'answer', body: JSON.stringify(body), proto: encoded };
  return { kind: 'text', body: body.text, proto: encoded };
}

function bodyOf({ kind, body, proto }: Row): Body {
  const content: Body = kind === 'text' ? { kind, text: body } : (JSON.parse(body) as Body);
  return proto === null ? content : { ...content, proto };
}

function present(row: Row): StoredMessage {
  return {
    sequence: row.sequence,
    id: row.id,
    from: row.sender,
    chat: row.chat,
    body: bodyOf(row),
    acceptedAtMs: row.accepted_at,
    deliveredAtMs: row.delivered_at,
    readAtMs: row.read_at,
    attempts: row.attempts,
  };
}
