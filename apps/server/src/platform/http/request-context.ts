import type { Action, ActionDeps } from '../action.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../logging/log.ts';
import type { Platform } from '../platform.ts';

/** What every operation of the web API is called with. */
export interface RequestContext {
  platform: Platform;
  /** For queries. */
  db: Db;
  requestId: string;
  log: Log;
  headers: Headers;
  /** Null: nobody is signed in. */
  actor: Actor | null;
  /** Has the signed-in actor do something, and tells what happened. @throws Refusal */
  perform<Input, Result>(action: Action<Input, Result, EdgeDeps>, input: Input): Promise<Result>;
}

/** What an edge of the server has for actions: more than most of them ask for. */
export type EdgeDeps = ActionDeps & Omit<Platform, 'database'>;
