import type { EngineEnvironment } from './environment.ts';

/**
 * An engine host: one process that works the lanes of several engines (`ENGINES_PER_POD`). Its token only identifies
 * the pod; the engines' rows determine which engines it runs, each with its own token. Called over HTTP with
 * `authorization: Bearer HOST_TOKEN`; changes are signalled over MQTT. No schemas here, so that hosts need not load
 * them.
 */
export const ENGINE_HOST_PATH = '/engine/host';
export const HOST_RENEWALS_PATH = '/engine/host/renewals';
/**
 * Interval at which a host renews, in one call, all leases due since the last tick. Added to `LEASE_RENEW_MS` it stays
 * far below the lease's length.
 */
export const HOST_RENEWAL_TICK_MS = 3_000;
/** Maximum leases per call. */
export const MAX_RENEWALS = 500;
/** Maximum time between a host's polls, with or without signals. */
export const HOST_POLL_MS = 15_000;

/** An engine that a host must run now. Engines no longer in the list are stopped. */
export interface HostedEngine {
  _id: string;
  /** The engine's own token, used for all its calls. */
  token: string;
  /** Raised by a restart, upon which the host restarts the engine. */
  revision: number;
}

export interface HostAnswer {
  engines: HostedEngine[];
}

export interface HostRenewals {
  leases: { token: string; generation: number }[];
}

/**
 * For each lease of the call, in order: null if it was renewed, else the refusal that `/engine/renew` would have given.
 */
export interface HostRenewalsAnswer {
  refusals: ({ status: number; code: string; message: string } | null)[];
}

/** Environment of an engine host, instead of a single engine's. */
export interface HostEnvironment extends Omit<EngineEnvironment, 'ENGINE_ID' | 'ENGINE_TOKEN'> {
  HOST_TOKEN: string;
}
