import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { identify, isAlive, type ProcessIdentity, processesWithEnvironment, signal } from './process-table.ts';

/** Environment variable in every process of a container, by which each can be found even if its start was cut short. */
export const CONTAINER_ID_VARIABLE = 'LOCAL_CLUSTER_CONTAINER_ID';

export interface Launch {
  containerId: string;
  command: [string, ...string[]];
  environment: Record<string, string>;
  workingDirectory: string;
  /** The process appends standard output and error here itself, so that they survive us. */
  logPath: string;
}

export interface ContainerEnd {
  exitCode: number;
  /** Null if the exit status is unknown, because it was no longer our child. */
  reason: 'Completed' | 'Error' | 'StartError' | null;
  message?: string;
}

/** A running container: one process in its own session, which outlives us. */
export interface ContainerProcess {
  identity: ProcessIdentity;
  /** Resolves once the process has ended. */
  ended: Promise<ContainerEnd>;
}

/** Interval for checking an adopted process, of whose end its new parent isn't notified. */
const ADOPTED_CHECK_MS = 250;

/** Starts a container's process. If it can't be started, resolves to its end. */
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
  // Ended before it could be identified, or never started.
  return identity ? { identity, ended } : ended;
}

/** Adopts a process that an earlier local cluster started; null if it is gone. */
export function adoptContainer(identity: ProcessIdentity): ContainerProcess | null {
  if (!isAlive(identity)) return null;
  // An earlier cluster may have been killed while the process was paused for a log rotation.
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

/** Finds a process whose start was cut short before its id was saved. */
export function findContainer(containerId: string): ProcessIdentity | null {
  const [first] = processesWithEnvironment(CONTAINER_ID_VARIABLE, containerId).sort((left, right) => left - right);
  return first === undefined ? null : identify(first);
}

/** Kills everything that a container has started, inside or outside its session. */
export function killContainer(containerId: string, identity: ProcessIdentity): void {
  if (isAlive(identity)) signal(-identity.pid, 'SIGKILL');
  killLeftovers(containerId);
}

/** Kills what outlived a container's main process, as the end of a container's namespace would. */
export function killLeftovers(containerId: string): void {
  for (const pid of processesWithEnvironment(CONTAINER_ID_VARIABLE, containerId)) signal(pid, 'SIGKILL');
}
