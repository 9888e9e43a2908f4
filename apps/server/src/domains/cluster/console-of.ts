import type { KubernetesClient } from '../../platform/kubernetes/client.ts';
import { KubernetesError } from '../../platform/kubernetes/kubernetes-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { findMinutes } from './forecast/forecast.queries.ts';
import { ClusterConsole } from './state/cluster-console.ts';

/** Maximum time that a first caller waits for the lists; after that it gets what is known so far, possibly nothing. */
const FIRST_LIST_MS = 5_000;

const consoles = new WeakMap<Platform, ClusterConsole>();

function clientOf(platform: Platform): KubernetesClient | null {
  return platform.cluster?.client ?? null;
}

/**
 * This server's console. Started with the server, so that the first operator finds complete data and the forecast has
 * samples.
 * @throws KubernetesError if there is no cluster
 */
export async function consoleOf(platform: Platform): Promise<ClusterConsole> {
  let found = consoles.get(platform);
  if (!found) {
    const client = clientOf(platform);
    if (!client) throw new KubernetesError(0, 'Unreachable', 'This server runs without a cluster (CLUSTER=none)');
    found = new ClusterConsole(client, platform.log);
    consoles.set(platform, found);
    found.start();
    void loadHistories(platform, found);
  }
  await found.settled(FIRST_LIST_MS);
  return found;
}

/**
 * Like {@link consoleOf}, for calls that are pointless without cluster state.
 * @throws KubernetesError if pods or nodes have never been read
 */
export async function readyConsoleOf(platform: Platform): Promise<ClusterConsole> {
  const console = await consoleOf(platform);
  const { unread } = console;
  if (unread)
    throw new KubernetesError(unread.code ?? 0, 'Unavailable', unread.problem ?? 'Kubernetes has not answered yet');
  return console;
}

/** Stops the console, if it was ever started. */
export async function stopConsole(platform: Platform): Promise<void> {
  const found = consoles.get(platform);
  consoles.delete(platform);
  await found?.stop();
}

/** Lets the forecast continue from saved data; without it, the forecast waits until it has enough samples. */
async function loadHistories({ database, log }: Platform, { histories }: ClusterConsole): Promise<void> {
  try {
    histories.load(await findMinutes(database.db, Date.now()));
  } catch (error) {
    log.warn({ err: error }, 'the memory of the last hour could not be read');
  }
}
