import { Gauge } from 'prom-client';
import { watchParts } from '../http/health-deps.ts';
import type { MqttListener } from '../mqtt/listener.ts';
import type { Platform } from '../platform.ts';

/** Exports the state of each part as in `/health`, and the number of live connections. */
export function exportParts(platform: Platform, listener: MqttListener): void {
  const { registry } = platform.metrics;
  const readParts = watchParts(platform);
  new Gauge({
    name: 'switchyard_part_ok',
    help: 'Whether a part of this server works: 1, or 0',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      for (const [part, state] of Object.entries((await readParts()).parts)) {
        if (state !== 'none') this.set({ part }, state === 'ok' ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: 'switchyard_live_connections',
    help: 'Browsers, engines and hosts that are connected to the MQTT of this process',
    registers: [registry],
    collect() {
      this.set(listener.aedes.connectedClients);
    },
  });
}
