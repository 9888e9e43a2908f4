import type { AnyRouter } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import type { Platform } from './platform.ts';

/** A running part that ends on shutdown. `stop` resolves when nothing of it runs any more. */
export interface Running {
  stop(): Promise<void>;
}

/** A domain's faces. `app.ts` holds the one list of them. */
export interface Domain {
  name: string;
  /** Its operations of the web API: the same shape as its part of the contract. */
  router?: AnyRouter;
  /** Plain HTTP routes beside the contract (engine protocol, sign-in, simulator). Role `api`. */
  http?: (server: FastifyInstance, platform: Platform) => void | Promise<void>;
  /** Work without a request: jobs, reconcilers, sweeps. Role `worker`. */
  work?: (platform: Platform) => Promise<Running>;
}
