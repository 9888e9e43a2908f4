import { resolve } from 'node:path';
import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'])
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true' || value === '1');

/** Every setting, by its environment variable. */
const settings = z.object({
  PORT: port(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DEMO: flag(true),
  ROLES: z
    .string()
    .default('api,worker')
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['api', 'worker'])).min(1)),
  PUBLIC_URL: z.url().optional(),
  SECRET: z.string().min(32).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  MQTT_URL: z.url({ protocol: /^(mqtts?|wss?)$/ }).optional(),
  MQTT_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  CLUSTER: z.enum(['local', 'kubernetes', 'none']).default('local'),
  LOCAL_CLUSTER_PORT: port(8181),
  SIMULATOR_URL: z.url().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Switchyard <no-reply@switchyard.local>'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The parsed configuration; made once at start and handed down, never read from the environment elsewhere. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  demo: boolean;
  roles: ('api' | 'worker')[];
  publicUrl: string;
  /** Signs tokens and cookies; null: generated once and kept in `dataDir`. */
  secret: string | null;
  databaseUrl: string | null;
  databasePoolSize: number;
  mqttUrl: string | null;
  /** Null: 1883, or any free port when that is taken. */
  mqttPort: number | null;
  cluster: 'local' | 'kubernetes' | 'none';
  localClusterPort: number;
  simulatorUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  logLevel: string;
}

/** The configuration cannot be used; the message names every fault, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: string[];
  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/**
 * Parses the environment.
 * @throws ConfigError with every fault at once.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const values = parsed.data;
  return {
    port: values.PORT,
    // The demo has published passwords, so it is never offered to the network unless HOST says so.
    host: values.HOST ?? (values.DEMO ? '127.0.0.1' : '0.0.0.0'),
    dataDir: resolve(values.DATA_DIR),
    demo: values.DEMO,
    roles: values.ROLES,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    secret: values.SECRET ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    mqttUrl: values.MQTT_URL ?? null,
    mqttPort: values.MQTT_PORT ?? null,
    cluster: values.CLUSTER,
    localClusterPort: values.LOCAL_CLUSTER_PORT,
    simulatorUrl: values.SIMULATOR_URL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    logLevel: values.LOG_LEVEL,
  };
}
