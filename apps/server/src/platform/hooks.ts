import type { ActionDeps } from './action.ts';
import type { Db } from './database/database.ts';
import { isTransientFault } from './database/is-transient-fault.ts';
import { retryOnDeadlock } from './database/retry-on-deadlock.ts';
import type { DomainEvent } from './events.ts';
import type { Log } from './logging/log.ts';

/** Work of a domain inside the transaction of a lower domain; registered by its own domain (`Domain.hooks`). */
export interface Hook {
  kind: string;
  /** Name within the domain, for the log. */
  name: string;
  run(tx: Db, data: unknown, hooks: readonly Hook[]): Promise<DomainEvent[]>;
  /** The same for many items at once. If it throws, none of its changes count. */
  runBatch(tx: Db, data: readonly unknown[], hooks: readonly Hook[]): Promise<DomainEvent[]>;
}

/** Dependencies of an action that calls hooks. */
export interface HookDeps extends ActionDeps {
  /** Hooks of all domains, lowest layer first. */
  hooks: readonly Hook[];
}

interface HookKind<Data> {
  /**
   * Defines a hook of this kind.
   * @param run may write rows in `tx` and call `hooks` of other kinds; returns the events to dispatch after the commit
   */
  hook(name: string, run: (tx: Db, data: Data, hooks: readonly Hook[]) => Promise<DomainEvent[]>): Hook;
  /** Like `hook`, for a hook that handles many items in as many statements as one. */
  hookBatch(name: string, run: (tx: Db, data: readonly Data[], hooks: readonly Hook[]) => Promise<DomainEvent[]>): Hook;
  isWanted(hooks: readonly Hook[]): boolean;
  /**
   * Calls every hook of this kind, each in a savepoint of its own. If one throws, its writes are rolled back, the error
   * is logged, the call is saved for a retry if the kind supports that, and the other hooks run. A deadlock is retried
   * immediately.
   * @throws errors that may pass when the whole transaction is retried (`isTransientFault`): nothing may be committed
   * without the hook then
   */
  call(parts: { hooks: readonly Hook[]; log: Log }, tx: Db, data: Data): Promise<DomainEvent[]>;
  /**
   * Calls every hook of this kind once for all items, without savepoints. The caller must fall back to one transaction
   * per item when this throws.
   * @throws whatever a hook throws
   */
  callBatch(hooks: readonly Hook[], tx: Db, data: readonly Data[]): Promise<DomainEvent[]>;
  /** Calls the one hook of this name. @throws its error, or an error if there is no such hook */
  callOne(hooks: readonly Hook[], name: string, tx: Db, data: Data): Promise<DomainEvent[]>;
}

/** Saves a call that a hook failed to process, in the transaction of the call, so that it can be retried. */
type SaveUndelivered<Data> = (tx: Db, undelivered: { hook: string; data: Data; error: unknown }) => Promise<void>;

/** Defines something that higher domains can handle in the transaction that writes it (docs/decisions/149). */
export function defineHook<Data>(kind: string, saveUndelivered?: SaveUndelivered<Data>): HookKind<Data> {
  return {
    hook: (name, run) => ({
      kind,
      name,
      run: (tx, data, hooks) => run(tx, data as Data, hooks),
      async runBatch(tx, data, hooks) {
        const events: DomainEvent[] = [];
        for (const item of data) events.push(...(await run(tx, item as Data, hooks)));
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

/** Defines calls from a lower domain to one higher domain (`Domain.effects`). Unlike a hook, they return a result. */
export function defineEffects<Effects>() {
  let installed: Effects | undefined;
  const effects = (): Effects => {
    if (!installed) throw new Error('no domain implements this');
    return installed;
  };
  const by = (implementation: Effects) => () => {
    installed = implementation;
  };
  return Object.assign(effects, { by });
}
