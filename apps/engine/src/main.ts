import './small-process.ts';
import { randomUUID } from 'node:crypto';
import { carryOut } from './commands.ts';
import { type BrokerConnection, connectToBroker } from './connection/broker.ts';
import { connectToServer } from './connection/server-client.ts';
import type { CreateDriver } from './drivers/driver.ts';
import { DRIVER_NAMES, driverFor } from './drivers/registry.ts';
import { type EngineSettings, EnvironmentError, readEnvironment } from './environment.ts';
import { createLane, type LaneEnd } from './lane/lane.ts';
import { createLog, reasonOf } from './log.ts';

/** Exit codes. 2: the environment cannot be used. 3: another process has the lane. 4: the server does not accept the token. */
const EXIT_CODES: Record<LaneEnd, number> = { stopped: 0, 'lease-lost': 3, unauthorized: 4 };
const EXIT_BAD_ENVIRONMENT = 2;
const EXIT_CRASH = 70;
/** Of the 5 s that a pod is given to end. */
const GRACE_MS = 4_000;

const settings = readSettings();
const log = createLog(settings.logLevel);
process.on('uncaughtException', (error) => crash('uncaught exception', error));
process.on('unhandledRejection', (error) => crash('unhandled rejection', error));

const instanceId = randomUUID();
const server = connectToServer(settings.serverUrl, settings.token);
let broker: BrokerConnection | null = null;

// Without a top-level await the bundle may be CommonJS, which loads less of Node itself.
driverFor(settings).then(run, (error: unknown) => crash('the driver could not be loaded', error));

async function run(createDriver: CreateDriver): Promise<void> {
  const lane = createLane({
    engineId: settings.engineId,
    holder: settings.podName,
    instanceId,
    server,
    createDriver,
    log,
    onLease(generation) {
      broker = connectToBroker({
        url: settings.mqttUrl,
        engineId: settings.engineId,
        token: settings.token,
        instanceId,
        generation,
        log,
        onPoke: () => lane.poke(),
        onCommand: (command) => carryOut(lane, command),
      });
    },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void lane.stop(GRACE_MS));
  const end = await lane.done;
  await broker?.close();
  server.close();
  process.exit(EXIT_CODES[end]);
}

function readSettings(): EngineSettings {
  try {
    return readEnvironment(process.env, DRIVER_NAMES);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    for (const fault of error.message.split('\n')) createLog('error').error(fault);
    process.exit(EXIT_BAD_ENVIRONMENT);
  }
}

/** The supervisor starts a fresh process; what was in flight is resumed under the same ids. */
function crash(what: string, error: unknown): void {
  log.error(what, { reason: reasonOf(error), stack: error instanceof Error ? error.stack : undefined });
  process.exit(EXIT_CRASH);
}
