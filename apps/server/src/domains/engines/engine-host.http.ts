import {
  ENGINE_HOST_PATH,
  HOST_RENEWALS_PATH,
  type HostRenewalsAnswer,
  MAX_RENEWALS,
} from '@switchyard/contracts/engine/host';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { unauthorizedEngine } from './engine-refusal.ts';
import { engineBody, hostOf } from './engine-request.ts';
import { readEngineToken } from './engine-token.ts';
import { hostedEngines } from './hosted-engines.ts';
import type { LeaseRenewals } from './lease-renewals.ts';

const renewalsRequest = z.object({
  leases: z.array(z.object({ token: z.string().max(200), generation: z.number().int() })).max(MAX_RENEWALS),
});

/** Endpoints that an engine host calls with its own token; calls about one engine use that engine's token. */
export function serveEngineHosts(server: FastifyInstance, platform: Platform, renewals: LeaseRenewals): void {
  const quiet = { logLevel: 'warn' as const };

  server.post(ENGINE_HOST_PATH, quiet, async (request) => {
    return { engines: await hostedEngines(platform, hostOf(request, platform)) };
  });

  server.post(HOST_RENEWALS_PATH, quiet, async (request): Promise<HostRenewalsAnswer> => {
    hostOf(request, platform);
    const { leases } = engineBody(renewalsRequest, request);
    const refusals = leases.map(async ({ token, generation }) => {
      const identity = readEngineToken(platform.secret, token);
      const renewed = identity ? renewals.renew(identity, generation) : Promise.reject(unauthorizedEngine());
      return renewed.then(() => null, refusalOf);
    });
    return { refusals: await Promise.all(refusals) };
  });
}

/** Rethrows errors that are not refusals: they fail the whole call, which the host retries. */
function refusalOf(error: unknown): HostRenewalsAnswer['refusals'][number] {
  if (!(error instanceof Refusal)) throw error;
  return { status: error.status, code: error.code, message: error.message };
}
