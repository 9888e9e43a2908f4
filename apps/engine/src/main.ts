import './small-process.ts';
import { followHostPokes } from './connection/host-pokes.ts';
import { connectToServer, openConnections } from './connection/server-client.ts';
import type { CreateDriver } from './drivers/driver.ts';
import { driverFor } from './drivers/registry.ts';
import { type EngineSettings, EnvironmentError, readEnvironment } from './environment.ts';
import { BatchedRenewals } from './host/batched-renewals.ts';
import { EngineHost } from './host/engine-host.ts';
import type { LaneEnd } from './lane/lane.ts';
import { createLog, reasonOf } from './log.ts';
import { runEngine } from './run-engine.ts';

/**
 * Exit codes. 2: the environment cannot be used. 3: another process has the lane. 4: the server does not accept the
 * token. 5: the server was unavailable for too long.
 */
const EXIT_CODES: Record<LaneEnd, number> = { stopped: 0, 'lease-lost': 3, unauthorized: 4, overfull: 5 };
const EXIT_BAD_ENVIRONMENT = 2;
const EXIT_CRASH = 70;
/** Part of the 5 s that a pod gets to stop. */
const GRACE_MS = 4_000;
/** Maximum concurrent calls of all engines of a host. */
const SHARED_CONNECTIONS = 8;

const settings = readSettings();
const log = createLog(settings.logLevel);
let host: EngineHost | null = null;
process.on('uncaughtException', (error) => host?.fault(error) || crash('uncaught exception', error));
process.on('unhandledRejection', (error) => host?.fault(error) || crash('unhandled rejection', error));

// Without a top-level await the bundle may be CommonJS, which loads less of Node itself.
driverFor(settings).then(run, (error: unknown) => crash('the driver could not be loaded', error));

async function run(createDriver: CreateDriver): Promise<void> {
  const { engineId, token } = settings;
  const end = engineId === null ? await runHost(createDriver) : await runOne(createDriver, engineId, token);
  process.exit(EXIT_CODES[end]);
}

function runOne(createDriver: CreateDriver, engineId: string, token: string): Promise<LaneEnd> {
  const engine = runEngine({ ...settings, engineId, token, createDriver, log });
  onSignal(() => engine.stop(GRACE_MS));
  return engine.done;
}

/** Runs the engines on the server's list, each with its own token. */
async function runHost(createDriver: CreateDriver): Promise<LaneEnd> {
  const connections = openConnections(settings.serverUrl, SHARED_CONNECTIONS);
  const server = connectToServer(settings.serverUrl, settings.token, { connections });
  const renewals = new BatchedRenewals(server);
  const running = new EngineHost({
    server,
    log,
    run: ({ _id, token }, ownLog) =>
      runEngine({
        ...settings,
        engineId: _id,
        token,
        createDriver,
        log: ownLog,
        connections,
        renewals,
        sharers: () => running.size,
      }),
  });
  host = running;
  const stopFollowing = followHostPokes({
    url: settings.mqttUrl,
    podName: settings.podName,
    token: settings.token,
    onPoke: () => running.poke(),
  });
  onSignal(() => running.stop(GRACE_MS));
  const end = await running.done;
  await stopFollowing();
  connections.destroy();
  return end;
}

function onSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

function readSettings(): EngineSettings {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    for (const fault of error.message.split('\n')) createLog('error').error(fault);
    process.exit(EXIT_BAD_ENVIRONMENT);
  }
}

/** The supervisor starts a new process, which resumes everything in flight with the same ids. */
function crash(what: string, error: unknown): void {
  log.error(what, { reason: reasonOf(error), stack: error instanceof Error ? error.stack : undefined });
  process.exit(EXIT_CRASH);
}
