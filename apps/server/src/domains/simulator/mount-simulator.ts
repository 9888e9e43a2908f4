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
import { tellHeaders } from '../../platform/http/headers.ts';
import { admitted } from '../../platform/http/operations.ts';
import { takeUpgrades } from '../../platform/http/upgrades.ts';
import type { Platform } from '../../platform/platform.ts';
import { sightOf } from './sight-of.ts';

/**
 * The simulated WhatsApp inside the server, under `/simulator`: in demo mode, unless `SIMULATOR_URL` names one
 * elsewhere. Its state is in `DATA_DIR/simulator`. People must be signed in, and see and play what is theirs; engines
 * show the secret of their device, or the token of their number or of their uploads; the page of the simulated WhatsApp
 * Web, and sealed files to those who know their names, are anybody's.
 */
export const simulatorDomain: Domain = { name: 'simulator', http: mountSimulator };

/**
 * Whoever is signed in to a demo may look at what its network has of theirs, and play phones that are nobody else's
 * (decision 177).
 */
export const simulatorOperations = {
  see: { name: 'simulator.see', guard: 'member', effect: 'read', scope: null },
  play: { name: 'simulator.play', guard: 'member', effect: 'change', scope: null },
} as const satisfies Record<string, PlainOperation>;

const networks = new WeakMap<Platform, SimulatedNetwork>();

/** The simulated network of this process; undefined: it has none. */
export const networkOf = (platform: Platform): SimulatedNetwork | undefined => networks.get(platform);

function mountSimulator(server: FastifyInstance, platform: Platform): void {
  const { config } = platform;
  if (!config.demo || config.simulatorUrl !== null) return;
  const network = new SimulatedNetwork({ directory: join(config.dataDir, 'simulator') });
  networks.set(platform, network);
  const face = createSimulatorServer(network);

  server.register(async (scope) => {
    // The face reads bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.all('/simulator/*', async (request, reply) => {
      // A business shows the token of its number there, as it does to Meta.
      // By the path that the face will see: `..` in it is gone.
      const { pathname } = new URL(request.url, 'http://server');
      const isOpen = pathname.startsWith(`${GRAPH_PATH}/`) || isMediaPath(pathname) || isPagePath(pathname);
      const operation = request.method === 'GET' ? simulatorOperations.see : simulatorOperations.play;
      const sight = isOpen ? null : await sightOf(platform, await admitted(request, platform, operation));
      tellHeaders(reply);
      if (!(await face.request(request.raw, reply.raw, sight))) return reply.callNotFound();
      return reply.hijack();
    });
  });
  for (const path of [ENGINE_PATH, NOISE_PATH]) {
    takeUpgrades(server.server, path, (request, socket, head) => face.upgrade(request, socket, head));
  }
  server.addHook('preClose', async () => face.close());
  server.addHook('onClose', async () => network.close());
}
