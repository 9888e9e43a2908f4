import type { Actor } from './actor.ts';
import type { Db } from './database/database.ts';
import type { DomainEvent } from './events.ts';

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Dependencies of every action. `db` may be the caller's transaction, which the action then joins. */
export interface ActionDeps {
  db: Db;
  clock: Clock;
}

/** Result of an action. Whoever began the transaction dispatches the events after the commit. */
export interface Outcome<Result> {
  result: Result;
  events: DomainEvent[];
}

/**
 * Something that an actor does, on any surface (web API, tool, bot, job). It authorises by its domain's policy, and
 * works and writes its audit entry in one transaction; it knows neither HTTP nor the server. An action that needs more
 * than a database and a clock names it in `Parts`.
 * @throws Refusal; nothing was changed then
 */
export type Action<Input, Result, Parts extends ActionDeps = ActionDeps, By = Actor> = (
  deps: Parts,
  actor: By,
  input: Input,
) => Promise<Outcome<Result>>;
