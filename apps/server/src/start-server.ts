import { startApi } from './api.ts';
import { startWarnings } from './platform/config/start-warnings.ts';
import type { Stoppable } from './platform/domain.ts';
import { startHealthServer } from './platform/http/health-server.ts';
import type { Platform } from './platform/platform.ts';
import { type PlatformOptions, startPlatform } from './platform/start-platform.ts';
import { startWorker } from './worker.ts';

export interface StartedServer extends Stoppable {
  platform: Platform;
  /** Port of the web server; null without the role `api`. */
  port: number | null;
}

/**
 * Starts the platform and then the configured roles. Stops in reverse order, so that the worker's engines can still
 * report and return their lanes over the API while they end.
 */
export async function startServer(options: PlatformOptions): Promise<StartedServer> {
  const { config, domains, log } = options;
  for (const warning of startWarnings(config)) log.warn(warning);
  const { platform, listener, stop: stopPlatform } = await startPlatform(options);
  const running: Stoppable[] = [];
  const stop = async () => {
    for (const role of running.splice(0).reverse()) {
      await role.stop().catch((error: unknown) => log.error({ err: error }, 'a role did not stop cleanly'));
    }
    await stopPlatform();
  };
  try {
    let port: number | null = null;
    if (config.roles.includes('api')) {
      const api = await startApi(platform, domains, listener);
      running.push(api);
      port = api.port;
      platform.localUrl = `http://127.0.0.1:${port}`;
    }
    if (!config.roles.includes('api') || config.healthPort !== null) {
      const health = await startHealthServer(platform);
      running.push(health);
      log.info({ port: health.port }, 'serving health and metrics');
    }
    // Engines stop after the worker, which would recreate them, and before the API, to which they return their lanes.
    running.push({ stop: async () => platform.cluster?.stop() });
    if (config.roles.includes('worker')) running.push(await startWorker(platform, domains));
    return { platform, port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
