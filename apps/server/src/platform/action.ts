import type { Actor } from './actor.ts';
import type { Db } from './database/database.ts';
import type { DomainEvent } from './events.ts';

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** What every action is called with. `db` may be a transaction of the caller's: the action then joins it. */
export interface ActionDeps {
  db: Db;
  clock: Clock;
}

/** What an action answers. The events are told once the transaction is committed, by whoever began it. */
export interface Outcome<Result> {
  result: Result;
  events: DomainEvent[];
}

/**
 * One thing that somebody does, whatever the face (web API, tool, bot, job): it authorizes by its domain's policy,
 * works and writes its audit entry in one transaction, and knows neither HTTP nor a server. An action that needs more
 * than a database and a clock names it in `Parts`.
 * @throws Refusal; nothing was changed then
 */
export type Action<Input, Result, Parts extends ActionDeps = ActionDeps, By = Actor> = (
  deps: Parts,
  actor: By,
  input: Input,
) => Promise<Outcome<Result>>;
