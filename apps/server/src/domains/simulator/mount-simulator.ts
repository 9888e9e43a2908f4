import { join } from 'node:path';
import type { PlainOperation } from '@switchyard/contracts/operation';
import {
  createSimulatorServer,
  ENGINE_PATH,
  GRAPH_PATH,
  isMediaPath,
  isPagePath,
  NOISE_PATH,
  SimulatedNetwork,
} from '@switchyard/whatsapp-simulator';
import type { FastifyInstance } from 'fastify';
import type { Domain } from '../../platform/domain.ts';
import { copyHeadersToRaw } from '../../platform/http/headers.ts';
import { admitRequest } from '../../platform/http/operations.ts';
import { handleUpgrades } from '../../platform/http/upgrades.ts';
import type { Platform } from '../../platform/platform.ts';
import { networkScopeOf } from './network-scope.ts';

/**
 * The simulated WhatsApp inside the server, under `/simulator`: in demo mode, unless `SIMULATOR_URL` names an external
 * one. Its state is in `DATA_DIR/simulator`. People must be signed in, and see and control their own part. Engines
 * authenticate with the secret of their device, or the token of their number or uploads. The page of the simulated
 * WhatsApp Web is public, as are encrypted files to those who know their names.
 */
export const simulatorDomain: Domain = { name: 'simulator', http: mountSimulator };

/**
 * Members of a demo may view their part of the network, and control phones that belong to nobody else (decision 177).
 */
export const simulatorOperations = {
  see: { name: 'simulator.see', guard: 'member', effect: 'read', scope: null },
  play: { name: 'simulator.play', guard: 'member', effect: 'change', scope: null },
} as const satisfies Record<string, PlainOperation>;

const networks = new WeakMap<Platform, SimulatedNetwork>();

/** The simulated network of this process; undefined if there is none. */
export const networkOf = (platform: Platform): SimulatedNetwork | undefined => networks.get(platform);

function mountSimulator(server: FastifyInstance, platform: Platform): void {
  const { config } = platform;
  if (!config.demo || config.simulatorUrl !== null) return;
  const network = new SimulatedNetwork({ directory: join(config.dataDir, 'simulator') });
  networks.set(platform, network);
  const simulator = createSimulatorServer(network);

  server.register(async (scope) => {
    // The simulator reads bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.all('/simulator/*', async (request, reply) => {
      // The Cloud API takes the token of a business's number, as Meta does. Checks the path that the simulator will
      // see, with `..` resolved.
      const { pathname } = new URL(request.url, 'http://server');
      const isOpen = pathname.startsWith(`${GRAPH_PATH}/`) || isMediaPath(pathname) || isPagePath(pathname);
      const operation = request.method === 'GET' ? simulatorOperations.see : simulatorOperations.play;
      const networkScope = isOpen
        ? null
        : await networkScopeOf(platform, await admitRequest(request, platform, operation));
      copyHeadersToRaw(reply);
      if (!(await simulator.request(request.raw, reply.raw, networkScope))) return reply.callNotFound();
      return reply.hijack();
    });
  });
  for (const path of [ENGINE_PATH, NOISE_PATH]) {
    handleUpgrades(server.server, path, (request, socket, head) => simulator.upgrade(request, socket, head));
  }
  server.addHook('preClose', async () => simulator.close());
  server.addHook('onClose', async () => network.close());
}
