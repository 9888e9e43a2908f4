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

/** The running parts of the platform, passed to every domain. */
export interface Platform {
  config: Config;
  log: Log;
  database: Database;
  broker: Broker;
  jobs: PgBoss;
  mailer: Mailer;
  /** Signs whatever leaves the process and comes back: tokens, cookies. At least 32 characters. */
  secret: string;
  installation: Installation;
  events: EventDispatcher;
  metrics: Metrics;
  /** Tools by name. */
  tools: ReadonlyMap<string, Tool>;
  notices: ReadonlyMap<NotificationKind, Notice>;
  /** Hooks of all domains, lowest layer first. */
  hooks: readonly Hook[];
  /** SQL conditions of all domains on `files f` under which a file is still needed. */
  keepsFiles: readonly string[];
  /** Personal data of all domains, lowest layer first. */
  personalData: readonly PersonalData[];
  /** Whether some domain hides the file from the actor. */
  isFileHidden(actor: Actor, fileId: string): Promise<boolean>;
  /** The cluster that runs engines; null with `CLUSTER=none`. */
  cluster: Cluster | null;
  /** Base URL of this server for programs on this machine; known once the server listens. */
  localUrl: string;
  /**
   * Resolves the actor of a request; null if nobody is signed in. For plain HTTP routes; operations of the web API find
   * the actor in their context.
   */
  resolveActor(headers: Headers): Promise<Actor | null>;
  /**
   * Records that an actor viewed somebody else's data.
   * @param operation name of the operation
   * @param seen workspace of the data, if not the actor's own, and the subject within it
   */
  recordView(actor: Actor, operation: string, seen?: ViewedData): Promise<void>;
}

export interface ViewedData {
  workspaceId?: string | null;
  subject?: string | undefined;
}

/** Dependencies of tools. Tools are an edge and pass on to actions what those need. */
export type ToolDeps = Platform & ActionDeps;

export interface ToolDescription extends Pick<OperationMeta, 'effect' | 'scope'> {
  /** Name for programs, verb and noun, such as `schedule_message`. */
  name: string;
  /** Title for people who grant permission to use it. */
  title: string;
  /**
   * For the caller that chooses between tools, possibly a language model: what the tool does and what must be known
   * first.
   */
  description: string;
}

/**
 * A capability for programs (the agent, MCP clients) that act for a person: the same actions as the web API's, by
 * another name.
 */
export interface Tool extends ToolDescription {
  input: ZodType;
  /** @throws Refusal; `INVALID` if the arguments do not match `input` */
  run(deps: ToolDeps, actor: Actor, args: unknown): Promise<Outcome<unknown>>;
}
