import type { NotificationKind } from '@switchyard/contracts/domains';
import type { OperationMeta } from '@switchyard/contracts/operation';
import type { PgBoss } from 'pg-boss';
import type { ZodType } from 'zod';
import type { ActionDeps, Outcome } from './action.ts';
import type { Actor } from './actor.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { EventDispatcher } from './events.ts';
import type { Hook } from './hooks.ts';
import type { Installation } from './installation.ts';
import type { Cluster } from './kubernetes/start-cluster.ts';
import type { Log } from './logging/log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Broker } from './mqtt/broker.ts';
import type { Notice } from './notice.ts';
import type { PersonalData } from './personal-data.ts';

/** What every domain is handed: the parts of the platform, already running. */
export interface Platform {
  config: Config;
  log: Log;
  database: Database;
  broker: Broker;
  jobs: PgBoss;
  mailer: Mailer;
  /** Signs what leaves the process and comes back: tokens, cookies. At least 32 characters. */
  secret: string;
  installation: Installation;
  events: EventDispatcher;
  metrics: Metrics;
  /** By their names. */
  tools: ReadonlyMap<string, Tool>;
  notices: ReadonlyMap<NotificationKind, Notice>;
  /** Of all domains, lowest first. */
  hooks: readonly Hook[];
  /** Of all domains: what keeps a file, as conditions in SQL on `files f`. */
  keepsFiles: readonly string[];
  /** Of all domains, lowest first. */
  personalData: readonly PersonalData[];
  /** Whether some domain hides a file from the actor. */
  isFileHidden(actor: Actor, fileId: string): Promise<boolean>;
  /** Where engines run; null: nowhere from here (`CLUSTER=none`). */
  cluster: Cluster | null;
  /** Base URL of this server for programs on this machine; known once it listens. */
  localUrl: string;
  /**
   * Who makes a request; null: nobody is signed in. For plain HTTP routes; operations of the web API find it in their
   * context.
   */
  resolveActor(headers: Headers): Promise<Actor | null>;
  /**
   * Records that an actor looks at what is another's.
   * @param operation by its name
   * @param seen whose it is, where that is not the actor's workspace, and what it is of it
   */
  recordView(actor: Actor, operation: string, seen?: SeenThing): Promise<void>;
}

export interface SeenThing {
  workspaceId?: string | null;
  subject?: string | undefined;
}

/** What tools work with: they are an edge, and pass on to actions what these need. */
export type ToolDeps = Platform & ActionDeps;

export interface ToolDescription extends Pick<OperationMeta, 'effect' | 'scope'> {
  /** As programs call it: verb and noun, such as `schedule_message`. */
  name: string;
  /** For people who are asked to permit it. */
  title: string;
  /** For whoever chooses between tools, which may be a language model: what it does, and what must be known before. */
  description: string;
}

/**
 * Something that programs (the agent, MCP clients) may have done for a person: the same actions as the web API's, under
 * another name.
 */
export interface Tool extends ToolDescription {
  input: ZodType;
  /** @throws Refusal; `INVALID` when the arguments are not what it takes */
  run(deps: ToolDeps, actor: Actor, args: unknown): Promise<Outcome<unknown>>;
}
