import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAsLeader } from '../../../platform/database/lead.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { projectDirectory } from '../../../platform/paths.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { EnginePodSettings } from './engine-pod.ts';
import { settleNamespace } from './engine-rows.ts';
import { Reconciler } from './reconciler.ts';

/** Any fixed number: the holder of this advisory lock reconciles. */
const RECONCILER_LOCK = 7_221_002;
/** Sent by a trigger on the `engines` table, with the engine's id. */
const ENGINES_CHANGED = 'engines_changed';

/**
 * Role `worker`: keeps the engines' pods as their rows require, in one process at a time. Does nothing without a
 * cluster.
 */
export async function startReconciler(platform: Platform): Promise<Stoppable> {
  const { cluster, database, log } = platform;
  if (!cluster) return { stop: async () => undefined };
  return runAsLeader({
    databaseUrl: database.directUrl,
    lock: RECONCILER_LOCK,
    name: 'reconciler',
    log,
    channels: [ENGINES_CHANGED],
    async lead(notified) {
      await settleNamespace(database.db, cluster.namespace);
      const reconciler = new Reconciler(platform, cluster, podSettings(platform)).start();
      notified((_channel, engineId) => reconciler.poke(engineId));
      return reconciler;
    },
  });
}

/** Mount path of a pod's own volume on other machines. */
const PROFILES_MOUNT = '/profiles';

function podSettings({ config, installation, broker, localUrl }: Platform): EnginePodSettings {
  const elsewhere = config.cluster === 'kubernetes';
  const serverUrl = (config.engineServerUrl ?? (elsewhere ? config.publicUrl : localUrl)).replace(/\/+$/, '');
  const simulatorUrl = config.simulatorUrl ?? (config.demo ? serverUrl : null);
  return {
    installation: installation.id,
    secretGeneration: installation.secretGeneration,
    image: config.engineImage,
    version: projectVersion(),
    environment: {
      SERVER_URL: serverUrl,
      MQTT_URL: elsewhere ? `${serverUrl.replace(/^http/, 'ws')}/mqtt` : broker.engineUrl,
      LOG_LEVEL: config.logLevel,
      ...(simulatorUrl !== null && { SIMULATOR_URL: simulatorUrl }),
      ...(config.graphUrl !== null && { GRAPH_URL: config.graphUrl }),
    },
    profilesDirectory: elsewhere ? PROFILES_MOUNT : join(config.dataDir, 'profiles'),
    inContainers: elsewhere,
    enginesPerPod: config.enginesPerPod,
    placement: config.enginePlacement,
  };
}

function projectVersion(): string {
  const { version } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')) as { version: string };
  return version;
}
