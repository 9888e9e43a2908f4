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
import type { Platform, Tool, ViewedData } from './platform.ts';
import type { SecretChange } from './seal.ts';

/** A running part that ends on shutdown. `stop` resolves when no work of the part is running any more. */
export interface Stoppable {
  stop(): Promise<void>;
}

/** Immediate reaction to an event. May be lost with the process, which must cost no more than a delay. */
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

/** Dispatches events to the reactions of the domains. */
export function reactTo(domains: readonly Domain[], platform: () => Platform): (event: DomainEvent) => void {
  const reactions = Map.groupBy(
    domains.flatMap((domain) => domain.reactions ?? []),
    ({ eventName }) => eventName,
  );
  return ({ name, data, workspaceId }) => {
    for (const { react } of reactions.get(name) ?? []) react(platform(), data, workspaceId);
  };
}

/** The tools of all domains by name. @throws Error if two have the same name */
export function toolsOf(domains: readonly Domain[]): ReadonlyMap<string, Tool> {
  const tools = domains.flatMap((domain) => domain.tools ?? []);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) throw new Error('two tools have the same name');
  return byName;
}

/** What a domain contributes to the server. `app.ts` holds the only list of domains. */
export interface Domain {
  name: string;
  /** Operations of the web API, by their part of the contract. */
  routers?: Record<string, AnyRouter>;
  /** Tools for programs that act for a person. */
  tools?: readonly Tool[];
  /** Texts of its notifications in mails and WhatsApp messages. */
  notices?: Notices;
  /** Reactions after the commit to its own events and those of lower domains. */
  reactions?: readonly Reaction[];
  /** Work inside transactions of lower domains. */
  hooks?: readonly Hook[];
  /** Implementations of the effects that lower domains call, installed when the platform starts. */
  effects?: readonly (() => void)[];
  /** SQL conditions on `files f` under which its rows still need a file. */
  keepsFiles?: readonly string[];
  /** Rows about a person who may request or erase their data. */
  personalData?: readonly PersonalData[];
  /** Whether every place in this domain that shows the file is hidden from the actor. */
  hidesFile?: (db: Db, actor: Actor, fileId: string) => Promise<boolean>;
  /** Reseals its sealed columns, in the transaction that changes the secret, before anything else starts. */
  changeSecret?: (tx: Db, change: SecretChange) => Promise<void>;
  /**
   * Called in the transaction that restores a backup. Holds everything that may already have been done since the backup
   * was made.
   * @returns what needs a person's decision, as text
   */
  holdRestored?: (tx: Db) => Promise<string[]>;
  /** Database measurements for `/metrics`. */
  measures?: readonly Measures[];
  /** Runs before the work of all domains, and again if the database was unavailable meanwhile. Role `worker`. */
  prepare?: (platform: Platform) => Promise<void>;
  /** Plain HTTP routes outside the contract (engine protocol, sign-in, simulator). Role `api`. */
  http?: (server: FastifyInstance, platform: Platform) => void | Promise<void>;
  /** Work that no request triggers: jobs, reconcilers, sweeps. Role `worker`. */
  work?: (platform: Platform) => Promise<Stoppable>;
  /**
   * Resolves the actor of a request from its cookie or bearer token; null if the credentials are not this domain's. The
   * first result of all domains counts. May throw a `Refusal`: `NOT_FOUND` for a workspace that is not the caller's. An
   * expired token gives null.
   */
  resolveActor?: (headers: Headers, platform: Platform) => Promise<Actor | null>;
  /**
   * Owner of a request's token, such as `engine:ID`, verified by signature alone: without the database and before the
   * body is read. Null if the token is not this domain's.
   */
  signerOf?: (
    headers: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>,
    platform: Platform,
  ) => Promise<string | null> | string | null;
  /** Topics that a connection to the MQTT broker may use; null if the credentials are not this domain's. */
  topicRights?: (credentials: Credentials, platform: Platform) => Promise<TopicRights | null>;
  /** Returns those of the given MQTT user names whose open connections have been revoked. Called every few seconds. */
  revokedConnections?: (usernames: readonly string[], platform: Platform) => Promise<string[]>;
  /** Records that an actor viewed somebody else's data. */
  recordView?: (platform: Platform, actor: Actor, operation: string, seen: ViewedData) => Promise<void>;
}
