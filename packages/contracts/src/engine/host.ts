import type { EngineEnvironment } from './environment.ts';

/**
 * An engine host: one process that works several engines' lanes (`ENGINES_PER_POD`). Its token names the pod and
 * nothing else; what it may run is what the rows of the engines say, each with a token of its own. Asked over HTTP with
 * `authorization: Bearer HOST_TOKEN`; a change is told over MQTT. No schemas here: the host need not load them.
 */
export const ENGINE_HOST_PATH = '/engine/host';
export const HOST_RENEWALS_PATH = '/engine/host/renewals';
/**
 * A host renews the leases that have come up since the last tick in one call; together with `LEASE_RENEW_MS` far below
 * the lease's length.
 */
export const HOST_RENEWAL_TICK_MS = 3_000;
/** Most leases in one call. */
export const MAX_RENEWALS = 500;
/** The longest a host goes without asking, told or not. */
export const HOST_POLL_MS = 15_000;

/** An engine that a host is to run now. One that is not in the list any more is stopped. */
export interface HostedEngine {
  _id: string;
  /** The engine's own token: everything that is done for the engine is done with it. */
  token: string;
  /** Raised by a restart: the engine begins anew. */
  revision: number;
}

export interface HostAnswer {
  engines: HostedEngine[];
}

export interface HostRenewals {
  leases: { token: string; generation: number }[];
}

/**
 * For each lease of the call, in its order: null when it was renewed, else why not, as `/engine/renew` would have said.
 */
export interface HostRenewalsAnswer {
  refusals: ({ status: number; code: string; message: string } | null)[];
}

/** Environment of an engine host, in place of one engine's. */
export interface HostEnvironment extends Omit<EngineEnvironment, 'ENGINE_ID' | 'ENGINE_TOKEN'> {
  HOST_TOKEN: string;
}
