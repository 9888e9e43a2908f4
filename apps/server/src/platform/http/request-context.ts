import type { Action, ActionDeps } from '../action.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../logging/log.ts';
import type { Platform } from '../platform.ts';

/** Context of every web API operation. */
export interface RequestContext {
  platform: Platform;
  /** For queries. */
  db: Db;
  requestId: string;
  log: Log;
  headers: Headers;
  /** Null if nobody is signed in. */
  actor: Actor | null;
  /** Performs an action as the signed-in actor and dispatches its events. @throws Refusal */
  perform<Input, Result>(action: Action<Input, Result, EdgeDeps>, input: Input): Promise<Result>;
}

/** What the server's edges offer to actions, which is more than most of them need. */
export type EdgeDeps = ActionDeps & Omit<Platform, 'database'>;
