import type { Config } from '../config/config.ts';
import type { Log } from '../logging/log.ts';
import { portError } from '../start-error.ts';
import type { Broker } from './broker.ts';
import { embeddedBroker } from './embedded-broker.ts';
import { externalBus } from './external-bus.ts';
import { createListener, type ListenerOptions, type MqttListener } from './listener.ts';

export interface StartedBroker {
  broker: Broker;
  listener: MqttListener;
}

/** Starts the MQTT server for engines and browsers. */
export async function startBroker(
  config: Config,
  log: Log,
  access: Pick<ListenerOptions, 'rightsOf' | 'revoked'>,
): Promise<StartedBroker> {
  const listener = await createListener({ ...config, ...access, log });
  const host = config.demo ? '127.0.0.1' : config.host;
  const port = await listen(listener, config, host);
  const engineUrl = `mqtt://127.0.0.1:${port}`;
  const { mqttUrl } = config;
  return {
    listener,
    broker: mqttUrl ? externalBus(mqttUrl, listener, engineUrl, log) : embeddedBroker(listener, engineUrl),
  };
}

async function listen(listener: MqttListener, config: Config, host: string): Promise<number> {
  try {
    return await listener.listen(config.mqttPort ?? DEFAULT_PORT, host);
  } catch (error) {
    // Another instance on this machine has the default port, which was not configured explicitly, so any port will do.
    if (config.mqttPort === null && (error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      return listener.listen(0, host);
    throw portError(error, 'the MQTT broker', config.mqttPort ?? DEFAULT_PORT, 'MQTT_PORT');
  }
}

const DEFAULT_PORT = 1883;
