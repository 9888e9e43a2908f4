import { homedir } from 'node:os';
import { join } from 'node:path';
import { DRIVER_NAMES, type DriverName } from '@switchyard/contracts/engine/driver-capabilities';
import type { EngineEnvironment } from '@switchyard/contracts/engine/environment';
import type { HostEnvironment } from '@switchyard/contracts/engine/host';
import { LOG_LEVELS, type LogLevel } from './log.ts';

export interface EngineSettings {
  /** The single engine of this process; null if the host's token determines the engines. */
  engineId: string | null;
  /** The engine's token, or the host's. */
  token: string;
  serverUrl: string;
  mqttUrl: string;
  podName: string;
  driver: DriverName;
  simulatorUrl: string | null;
  graphUrl: string | null;
  chromium: string | null;
  profilesDirectory: string;
  logLevel: LogLevel;
}

/** The environment cannot be used; the message names every fault, one per line. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

type Name = keyof EngineEnvironment | keyof HostEnvironment;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Reads a pod's environment ({@link EngineEnvironment} or {@link HostEnvironment}).
 * @throws EnvironmentError with all faults at once
 */
export function readEnvironment(environment: Partial<Record<string, string>>): EngineSettings {
  const faults: string[] = [];
  const optional = (name: Name) => environment[name]?.trim() || null;
  const required = (name: Name) => {
    const value = optional(name);
    if (value === null) faults.push(`${name}: is not set`);
    return value ?? '';
  };
  const url = (name: Name, value: string, protocols: string[]) => {
    if (value !== '' && !protocols.some((protocol) => value.startsWith(`${protocol}://`) && URL.canParse(value))) {
      faults.push(`${name}: a URL that begins with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`);
    }
    return value.replace(/\/+$/, '');
  };

  const hostToken = optional('HOST_TOKEN');
  const engineId = hostToken === null ? required('ENGINE_ID') : null;
  if (engineId && !UUID.test(engineId)) faults.push('ENGINE_ID: a UUID');
  const driverName = required('ENGINE_DRIVER');
  const driver = DRIVER_NAMES.find((name) => name === driverName);
  if (driverName !== '' && !driver) faults.push(`ENGINE_DRIVER: one of ${DRIVER_NAMES.join(', ')}`);
  const simulatorUrl = driver === 'simulator' ? required('SIMULATOR_URL') : optional('SIMULATOR_URL');
  const graphUrl = optional('GRAPH_URL');
  const logLevel = LOG_LEVELS.find((level) => level === (optional('LOG_LEVEL') ?? 'info'));
  if (!logLevel) faults.push(`LOG_LEVEL: one of ${LOG_LEVELS.join(', ')}`);
  const settings: EngineSettings = {
    engineId,
    token: hostToken ?? required('ENGINE_TOKEN'),
    serverUrl: url('SERVER_URL', required('SERVER_URL'), ['http', 'https']),
    mqttUrl: url('MQTT_URL', required('MQTT_URL'), ['mqtt', 'mqtts', 'ws', 'wss']),
    podName: required('POD_NAME'),
    driver: driver ?? 'simulator',
    graphUrl: graphUrl === null ? null : url('GRAPH_URL', graphUrl, ['http', 'https']),
    simulatorUrl: simulatorUrl === null ? null : url('SIMULATOR_URL', simulatorUrl, ['http', 'https']),
    chromium: optional('CHROMIUM'),
    profilesDirectory: optional('PROFILES_DIR') ?? join(homedir(), '.cache', 'switchyard', 'profiles'),
    logLevel: logLevel ?? 'info',
  };
  if (faults.length > 0) throw new EnvironmentError(faults.join('\n'));
  return settings;
}
