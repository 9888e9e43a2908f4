import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { runCommand } from './commands.ts';
import { type BrokerConnection, connectToBroker } from './connection/broker.ts';
import { connectToServer } from './connection/server-client.ts';
import type { CreateDriver } from './drivers/driver.ts';
import { createLane, type LaneEnd } from './lane/lane.ts';
import type { Log } from './log.ts';

export interface EngineOptions {
  engineId: string;
  token: string;
  serverUrl: string;
  mqttUrl: string;
  /** The lease's holder. */
  podName: string;
  createDriver: CreateDriver;
  log: Log;
  /** Connections shared with other engines of this process; default: its own. */
  connections?: Agent;
  /** Renews the lease together with others of this process; default: alone. */
  renewals?: { renew(token: string, generation: number): Promise<{ ok: true }> };
  /** Number of engines that share the process's memory; default 1. */
  sharers?(): number;
}

export interface RunningEngine {
  /** Resolves when the lane, its driver and its connections have ended. */
  readonly done: Promise<LaneEnd>;
  /** Stops gracefully within `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Runs one engine: its lane, and its connection to the broker. Has no global state, so that a process may run several.
 */
export function runEngine(options: EngineOptions): RunningEngine {
  const { engineId, token, log } = options;
  const instanceId = randomUUID();
  const { connections, renewals } = options;
  const calls = connectToServer(options.serverUrl, token, connections && { connections });
  const server = renewals
    ? { ...calls, renew: ({ generation }: { generation: number }) => renewals.renew(token, generation) }
    : calls;
  let broker: BrokerConnection | null = null;
  const lane = createLane({
    engineId,
    holder: options.podName,
    instanceId,
    server,
    createDriver: options.createDriver,
    log,
    onLease(generation) {
      broker = connectToBroker({
        url: options.mqttUrl,
        engineId,
        token,
        instanceId,
        generation,
        log,
        onPoke: () => lane.poke(),
        onCommand: (command) => runCommand(lane, server, command, options.sharers?.() ?? 1),
      });
    },
  });
  return {
    done: lane.done.then(async (end) => {
      await broker?.close();
      server.close();
      return end;
    }),
    stop: (graceMs) => lane.stop(graceMs),
  };
}
