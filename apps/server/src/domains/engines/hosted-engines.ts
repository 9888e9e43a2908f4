import type { HostedEngine } from '@switchyard/contracts/engine/host';
import { topics } from '@switchyard/contracts/live/topics';
import { and, asc, eq } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { issueEngineToken } from './engine-token.ts';
import { engines } from './engines.schema.ts';

/**
 * What the host in this pod should run: the engines whose rows name the pod, each with its own token. None for an
 * unknown pod.
 */
export async function hostedEngines(
  { database, secret }: Pick<Platform, 'database' | 'secret'>,
  podName: string,
): Promise<HostedEngine[]> {
  const rows = await database.db
    .select({ engineId: engines.id, tokenVersion: engines.tokenVersion, revision: engines.podRevision })
    .from(engines)
    .where(and(eq(engines.podName, podName), eq(engines.desired, 'running')))
    .orderBy(asc(engines.id));
  return rows.map(({ engineId, tokenVersion, revision }) => ({
    _id: engineId,
    token: issueEngineToken(secret, { engineId, tokenVersion }),
    revision,
  }));
}

/** Makes the host in this pod fetch its list. If the message is lost, its next poll does. */
export function pokeHost({ broker }: Pick<Platform, 'broker'>, podName: string): void {
  broker.publish(topics.hostPoke(podName), '');
}
