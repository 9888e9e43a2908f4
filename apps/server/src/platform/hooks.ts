import type { ActionDeps } from './action.ts';
import type { Db } from './database/database.ts';
import { isTransientFault } from './database/is-transient-fault.ts';
import { retryOnDeadlock } from './database/retry-on-deadlock.ts';
import type { DomainEvent } from './events.ts';
import type { Log } from './logging/log.ts';

/** What a domain does in the transaction of another, lower one; the domain registers it (`Domain.hooks`). */
export interface Hook {
  kind: string;
  /** Of the domain, for the log. */
  name: string;
  run(tx: Db, data: unknown, hooks: readonly Hook[]): Promise<DomainEvent[]>;
  /** The same for many at once; nothing of it counts when it throws. */
  runBatch(tx: Db, data: readonly unknown[], hooks: readonly Hook[]): Promise<DomainEvent[]>;
}

/** What an action is called with that calls hooks. */
export interface HookDeps extends ActionDeps {
  /** Of all domains, lowest first. */
  hooks: readonly Hook[];
}

interface HookKind<Data> {
  /**
   * Defines a hook of this kind.
   * @param run may write rows in `tx`, and call `hooks` of other kinds; answers what is to be told after the commit
   */
  hook(name: string, run: (tx: Db, data: Data, hooks: readonly Hook[]) => Promise<DomainEvent[]>): Hook;
  /** The same for one that does for many in as many statements as for one. */
  hookBatch(name: string, run: (tx: Db, data: readonly Data[], hooks: readonly Hook[]) => Promise<DomainEvent[]>): Hook;
  isWanted(hooks: readonly Hook[]): boolean;
  /**
   * Calls every hook of this kind, each in a savepoint of its own: one that throws takes back what it wrote itself, is
   * logged, saved for a retry where the kind does so, and stops nobody. A deadlock is retried at once.
   * @throws what may succeed when the whole transaction is tried again (`isTransientFault`): nothing may be committed
   *   without the hook then
   */
  call(parts: { hooks: readonly Hook[]; log: Log }, tx: Db, data: Data): Promise<DomainEvent[]>;
  /**
   * Calls every hook of this kind once for all, without savepoints: for a caller that does each in a transaction of its
   * own when this throws.
   * @throws what a hook throws
   */
  callBatch(hooks: readonly Hook[], tx: Db, data: readonly Data[]): Promise<DomainEvent[]>;
  /** Calls the one hook of this name. @throws what it throws, and when there is none */
  callOne(hooks: readonly Hook[], name: string, tx: Db, data: Data): Promise<DomainEvent[]>;
}

/** Saves, in the transaction of the call, what a hook has failed to receive, so that it can be retried. */
type SaveUndelivered<Data> = (tx: Db, undelivered: { hook: string; data: Data; error: unknown }) => Promise<void>;

/** Something that is written, of which higher domains hear in the same transaction (docs/decisions/149). */
export function defineHook<Data>(kind: string, saveUndelivered?: SaveUndelivered<Data>): HookKind<Data> {
  return {
    hook: (name, run) => ({
      kind,
      name,
      run: (tx, data, hooks) => run(tx, data as Data, hooks),
      async runBatch(tx, data, hooks) {
        const events: DomainEvent[] = [];
        for (const one of data) events.push(...(await run(tx, one as Data, hooks)));
        return events;
      },
    }),
    hookBatch: (name, run) => ({
      kind,
      name,
      run: (tx, data, hooks) => run(tx, [data as Data], hooks),
      runBatch: (tx, data, hooks) => run(tx, data as readonly Data[], hooks),
    }),
    isWanted: (hooks) => hooks.some((hook) => hook.kind === kind),
    async call({ hooks, log }, tx, data) {
      const events: DomainEvent[] = [];
      for (const hook of hooks) {
        if (hook.kind !== kind) continue;
        try {
          events.push(
            ...(await retryOnDeadlock(() => tx.transaction((savepoint) => hook.run(savepoint, data, hooks)))),
          );
        } catch (error) {
          if (isTransientFault(error)) throw error;
          log.error({ err: error, hook: hook.name, kind }, 'a hook failed; what it wrote is undone');
          await saveUndelivered?.(tx, { hook: hook.name, data, error });
        }
      }
      return events;
    },
    async callBatch(hooks, tx, data) {
      const events: DomainEvent[] = [];
      for (const hook of hooks) if (hook.kind === kind) events.push(...(await hook.runBatch(tx, data, hooks)));
      return events;
    },
    async callOne(hooks, name, tx, data) {
      const found = hooks.find((hook) => hook.kind === kind && hook.name === name);
      if (!found) throw new Error(`no hook ${name} of ${kind}`);
      return found.run(tx, data, hooks);
    },
  };
}

/** What a lower domain asks of one higher domain (`Domain.effects`), which, unlike a hook, answers. */
export function defineEffects<Effects>() {
  let inForce: Effects | undefined;
  const effects = (): Effects => {
    if (!inForce) throw new Error('no domain does this');
    return inForce;
  };
  const by = (done: Effects) => () => {
    inForce = done;
  };
  return Object.assign(effects, { by });
}
