import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { identify, isAlive, type ProcessIdentity, processesWithEnvironment, signal } from './process-table.ts';

/**
 * What every container's processes carry in their environment, so that none is lost, even when its start was cut short.
 */
export const CONTAINER_ID_VARIABLE = 'LOCAL_CLUSTER_CONTAINER_ID';

export interface Launch {
  containerId: string;
  command: [string, ...string[]];
  environment: Record<string, string>;
  workingDirectory: string;
  /** Standard output and error are appended here by the process itself, so they go on when we are gone. */
  logPath: string;
}

export interface ContainerEnd {
  exitCode: number;
  /** Null: nobody saw how it ended, because it was not our child any more. */
  reason: 'Completed' | 'Error' | 'StartError' | null;
  message?: string;
}

/** A running container: one process, its own session, that outlives us. */
export interface ContainerProcess {
  identity: ProcessIdentity;
  /** Resolves once, when the process is gone. */
  ended: Promise<ContainerEnd>;
}

/** How often an adopted process is looked at: its parent is not told of its end. */
const ADOPTED_CHECK_MS = 250;

/** Starts a container's process. An impossible start resolves to how it ended. */
export async function startContainer(launch: Launch): Promise<ContainerProcess | ContainerEnd> {
  const log = openSync(launch.logPath, 'a', 0o600);
  const [program, ...args] = launch.command;
  const child = spawn(program, args, {
    cwd: launch.workingDirectory,
    env: { ...launch.environment, [CONTAINER_ID_VARIABLE]: launch.containerId },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const ended = new Promise<ContainerEnd>((resolve) => {
    child.once('error', (error) => resolve({ exitCode: 128, reason: 'StartError', message: error.message }));
    child.once('exit', (code, signalName) => {
      const exitCode = code ?? 128 + (signalName ? constants.signals[signalName] : 0);
      resolve({ exitCode, reason: exitCode === 0 ? 'Completed' : 'Error' });
    });
  });
  const identity = child.pid === undefined ? null : identify(child.pid);
  // Too short a life to be seen, or none at all.
  return identity ? { identity, ended } : ended;
}

/** Takes over a process that an earlier local cluster started; null when it is gone. */
export function adoptContainer(identity: ProcessIdentity): ContainerProcess | null {
  if (!isAlive(identity)) return null;
  // An earlier cluster may have been killed while it held the process still to rotate its log.
  signal(-identity.pid, 'SIGCONT');
  const ended = new Promise<ContainerEnd>((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(identity)) return;
      clearInterval(timer);
      resolve({ exitCode: 137, reason: null });
    }, ADOPTED_CHECK_MS);
    timer.unref();
  });
  return { identity, ended };
}

/** Finds a process whose start was cut short before its number was written down. */
export function findContainer(containerId: string): ProcessIdentity | null {
  const [first] = processesWithEnvironment(CONTAINER_ID_VARIABLE, containerId).sort((one, other) => one - other);
  return first === undefined ? null : identify(first);
}

/** Ends at once whatever a container has started, in its session or out of it. */
export function killContainer(containerId: string, identity: ProcessIdentity): void {
  if (isAlive(identity)) signal(-identity.pid, 'SIGKILL');
  killLeftovers(containerId);
}

/** Ends what outlived a container's main process, as the end of a container's namespace would. */
export function killLeftovers(containerId: string): void {
  for (const pid of processesWithEnvironment(CONTAINER_ID_VARIABLE, containerId)) signal(pid, 'SIGKILL');
}
