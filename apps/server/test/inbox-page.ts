import type { Conversation } from '@switchyard/contracts/inbox/operations';
import { connectAsync, type MqttClient } from 'mqtt';
import type { SignedIn } from './join-workspace.ts';

interface Ticket {
  clientId: string;
  username: string;
  password: string;
  topics: string[];
}
type Listed = { data: Conversation[] };

/** The first page of a person's inbox, kept live like a browser's: subscribed first, then read. */
export class InboxPage {
  /** Versions of conversations, by id. */
  readonly shown = new Map<string, number>();
  /** Updates received or listed twice on one connection. */
  doubled = 0;
  onShown: (id: string, version: number) => void = () => undefined;
  readonly #url: string;
  readonly #person: SignedIn;
  #client: MqttClient | null = null;

  constructor(url: string, person: SignedIn) {
    this.#url = url;
    this.#person = person;
  }

  async open(): Promise<void> {
    const ticket = await this.#person.call<Ticket>('POST', '/api/live/ticket', {});
    const { clientId, username, password, topics } = ticket;
    const received = new Set<string>();
    const client = await connectAsync(`${this.#url.replace('http', 'ws')}/mqtt`, {
      ...{ clientId, username, password },
      reconnectPeriod: 0,
    });
    this.#client = client;
    client.on('error', () => undefined);
    client.on('message', (_topic, payload) => {
      const { type, conversationId: id, version } = JSON.parse(payload.toString());
      if (type !== 'conversations.changed') return;
      if (received.has(`${id} ${version}`)) this.doubled += 1;
      received.add(`${id} ${version}`);
      this.#show(id, version);
    });
    await client.subscribeAsync(topics);
    const { data } = await this.#person.call<Listed>('GET', '/api/conversations?limit=100');
    this.doubled += data.length - new Set(data.map(({ _id }) => _id)).size;
    for (const { _id, version } of data) this.#show(_id, version);
  }

  /** Its network disappears without notice. */
  drop(): void {
    this.#client?.stream.destroy();
    this.#client?.end(true);
    this.#client = null;
  }

  #show(id: string, version: number): void {
    if (version <= (this.shown.get(id) ?? 0)) return;
    this.shown.set(id, version);
    this.onShown(id, version);
  }
}

/** Changes a conversation like a person. @param seen its version; fetched if omitted. @returns its new version */
export async function changePriority(person: SignedIn, id: string, turn: number, seen?: number): Promise<number> {
  const version = seen ?? (await person.call<Conversation>('GET', `/api/conversations/${id}`)).version;
  const body = { version, priority: turn % 2 === 0 ? 'high' : 'normal' };
  return (await person.call<Conversation>('PUT', `/api/conversations/${id}/priority`, body)).version;
}

/**
 * Repeatedly disconnects a colleague's page during a person's changes.
 * @returns `missed`: how often a conversation was still shown in an old version after reconnecting
 */
export async function changeThroughDisconnects(
  page: InboxPage,
  person: SignedIn,
  { ids, disconnects, random }: { ids: readonly string[]; disconnects: number; random: () => number },
): Promise<{ missed: number; doubled: number }> {
  const CHANGES = 4;
  const truth = new Map<string, number>();
  let missed = 0;
  for (let turn = 0; turn < disconnects; turn += 1) {
    const dropsAt = Math.floor(random() * CHANGES);
    for (let at = 0; at < CHANGES; at += 1) {
      const id = ids[Math.floor(random() * ids.length)] ?? '';
      const changing = changePriority(person, id, turn * CHANGES + at);
      if (at === dropsAt) page.drop();
      truth.set(id, await changing);
    }
    // Changes during the reconnect must arrive live or in the list.
    const id = ids[turn % ids.length] ?? '';
    const [version] = await Promise.all([changePriority(person, id, turn), page.open()]);
    truth.set(id, version);
    await untilShown(page, id, version);
    for (const [changed, is] of truth) if ((page.shown.get(changed) ?? 0) < is) missed += 1;
  }
  return { missed, doubled: page.doubled };
}

const SHOWN_WITHIN_MS = 10_000;

/** An update that never arrives counts as missed. */
const untilShown = (page: InboxPage, id: string, version: number): Promise<void> =>
  new Promise((resolve) => {
    const isShown = () => (page.shown.get(id) ?? 0) >= version;
    const done = () => {
      clearTimeout(late);
      page.onShown = () => undefined;
      resolve();
    };
    const late = setTimeout(done, SHOWN_WITHIN_MS);
    page.onShown = () => isShown() && done();
    if (isShown()) done();
  });
