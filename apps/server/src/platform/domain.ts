import type { IncomingHttpHeaders } from 'node:http';
import type { AnyRouter } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import type { Actor } from './actor.ts';
import type { Db } from './database/database.ts';
import type { DomainEvent, EventKind } from './events.ts';
import type { Hook } from './hooks.ts';
import type { Measures } from './metrics/measures.ts';
import type { Credentials, TopicRights } from './mqtt/rights.ts';
import type { Notices } from './notice.ts';
import type { PersonalData } from './personal-data.ts';
import type { Platform, SeenThing, Tool } from './platform.ts';
import type { SecretChange } from './seal.ts';

/** A running part that ends on shutdown. `stop` resolves when nothing of it runs any more. */
export interface Stoppable {
  stop(): Promise<void>;
}

/** What an event sets off at once. It may be lost with the process: it costs lateness, never more. */
export interface Reaction {
  eventName: string;
  react(platform: Platform, data: unknown, workspaceId: string): void;
}

export const reaction = <Data>(
  kind: EventKind<Data>,
  react: (platform: Platform, data: Data, workspaceId: string) => void,
): Reaction => ({
  eventName: kind.eventName,
  react: (platform, data, workspaceId) => react(platform, data as Data, workspaceId),
});

/** Sets off what the domains do about events. */
export function reactTo(domains: readonly Domain[], platform: () => Platform): (event: DomainEvent) => void {
  const reactions = Map.groupBy(
    domains.flatMap((domain) => domain.reactions ?? []),
    ({ eventName }) => eventName,
  );
  return ({ name, data, workspaceId }) => {
    for (const { react } of reactions.get(name) ?? []) react(platform(), data, workspaceId);
  };
}

/** The tools of all domains by their names. @throws Error when two have one name */
export function toolsOf(domains: readonly Domain[]): ReadonlyMap<string, Tool> {
  const tools = domains.flatMap((domain) => domain.tools ?? []);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) throw new Error('two tools have the same name');
  return byName;
}

/** A domain's faces. `app.ts` holds the one list of them. */
export interface Domain {
  name: string;
  /** Its operations of the web API, by their part of the contract. */
  routers?: Record<string, AnyRouter>;
  /** What programs may have done here for a person. */
  tools?: readonly Tool[];
  /** What its notifications say in mails and WhatsApp messages. */
  notices?: Notices;
  /** What its events, and those of lower domains, set off after the commit. */
  reactions?: readonly Reaction[];
  /** What it does in transactions of lower domains. */
  hooks?: readonly Hook[];
  /** What it does for lower domains that wait for the answer; each comes into force as the platform starts. */
  effects?: readonly (() => void)[];
  /** What keeps a file that its rows carry: conditions in SQL on `files f`. */
  keepsFiles?: readonly string[];
  /** What its rows tell of one person who may ask for it, or have it erased. */
  personalData?: readonly PersonalData[];
  /** A file is read through what it stands in: whether all that carries it here is hidden from the actor. */
  hidesFile?: (db: Db, actor: Actor, fileId: string) => Promise<boolean>;
  /** Seals again what it keeps sealed, in the transaction in which the secret changes, before anything else starts. */
  changeSecret?: (tx: Db, change: SecretChange) => Promise<void>;
  /**
   * Right after a backup was restored, in the same transaction: keeps from being done what may have been done since the
   * backup.
   * @returns what waits for a person, in words
   */
  holdRestored?: (tx: Db) => Promise<string[]>;
  /** What it measures in the database, for `/metrics`. */
  measures?: readonly Measures[];
  /** Comes before the work of every domain, and again when the database went away meanwhile. Role `worker`. */
  prepare?: (platform: Platform) => Promise<void>;
  /** Plain HTTP routes beside the contract (engine protocol, sign-in, simulator). Role `api`. */
  http?: (server: FastifyInstance, platform: Platform) => void | Promise<void>;
  /** Work without a request: jobs, reconcilers, sweeps. Role `worker`. */
  work?: (platform: Platform) => Promise<Stoppable>;
  /**
   * Who makes a request, from its cookie or bearer token; null: not this domain's to know. The first answer of the list
   * counts. May throw a `Refusal` (an expired token is null; a workspace that is not the caller's is `NOT_FOUND`).
   */
  resolveActor?: (headers: Headers, platform: Platform) => Promise<Actor | null>;
  /**
   * Whose token a request carries, by its signature alone, such as `engine:ID`: told without the database, before the
   * body is read. Null: none of this domain's.
   */
  signerOf?: (
    headers: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>,
    platform: Platform,
  ) => Promise<string | null> | string | null;
  /** What a connection to the MQTT broker may touch; null: these credentials are not this domain's. */
  topicRights?: (credentials: Credentials, platform: Platform) => Promise<TopicRights | null>;
  /**
   * Which of these user names, whose connections to the MQTT broker are open, may not be connected any more. Asked
   * every few seconds.
   */
  revokedConnections?: (usernames: readonly string[], platform: Platform) => Promise<string[]>;
  /** Records that an actor looks at what is another's. */
  recordView?: (platform: Platform, actor: Actor, operation: string, seen: SeenThing) => Promise<void>;
}
