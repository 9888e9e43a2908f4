import { join, resolve } from 'node:path';
import type { z } from 'zod';
import type { EnginePlacement } from './engine-pod-settings.ts';
import { findNearMisses, settings } from './settings.ts';

/** The parsed configuration; made once at start and handed down, never read from the environment elsewhere. */
export interface Config {
  port: number;
  /** Null: the usual one of a process without the role `api`. */
  healthPort: number | null;
  host: string;
  dataDir: string;
  demo: boolean;
  demoContent: 'none' | 'still' | 'full';
  roles: ('api' | 'worker')[];
  publicUrl: string;
  /** Null: the extension is in no store. */
  extensionStoreUrl: string | null;
  /** Null: a single installation. Without a `directoryUrl` this one keeps the directory. */
  cell: { secret: string; name: string | null; directoryUrl: string | null } | null;
  /** Signs tokens and cookies; null: generated once and kept in `dataDir`. */
  secret: string | null;
  /** The one before, or `lost`; null: the secret has not changed. */
  previousSecret: string | null;
  databaseUrl: string | null;
  /** Past the pooler that `databaseUrl` leads to; null: there is none. */
  databaseDirectUrl: string | null;
  databasePoolSize: number;
  /** The longest that a statement may take. */
  databaseTimeoutMs: number;
  mqttUrl: string | null;
  /** Null: 1883, or any free port when that is taken. */
  mqttPort: number | null;
  cluster: 'local' | 'kubernetes' | 'none';
  /** Null: 8181, or any free port when that is taken. */
  localClusterPort: number | null;
  /** As `parseFleet` reads it; null: none. */
  fleet: string | null;
  /** Where engine pods live. Null: the cluster's own default; on a platform that has a cluster it is known. */
  kubernetesNamespace: string | null;
  engineImage: string;
  /** Engines of one driver that share a pod, at most. */
  enginesPerPod: number;
  /** How engine pods are placed and watched over. */
  enginePlacement: EnginePlacement;
  /** Null: this machine, or `publicUrl` when engines run elsewhere. */
  engineServerUrl: string | null;
  simulatorUrl: string | null;
  graphUrl: string | null;
  /** Names, addresses and networks that webhooks may reach although they are not public. */
  webhookAllowedHosts: string[];
  smtpUrl: string | null;
  mailFrom: string;
  /** Addresses or networks, separated by commas; null: nobody's x-forwarded-for is believed. */
  trustProxy: string | null;
  /** 0: no limits. */
  rateLimitPerMinute: number;
  signInLimitPerMinute: number;
  /** Until a request has arrived. */
  requestTimeoutMs: number;
  /** Of those whose callers are not known; 0: any number. */
  connectionsPerAddress: number;
  billing: 'on' | 'off';
  trialAtSignUp: boolean;
  /** Null: plans are paid by invoices that an admin marks as paid. */
  stripe: StripeSettings | null;
  signUp: 'open' | 'invite' | 'closed';
  /** The OpenID Connect provider that people sign in with; null: none. */
  signInProvider: SignInProvider | null;
  /** Null: nobody is named. */
  supportContact: string | null;
  passwords: 'on' | 'off';
  /** 0: for ever. */
  receivedKeepDays: number;
  fileKeepDays: number;
  /** Days that each is kept; 0: for ever. */
  keepDays: KeepDays;
  /** Of a workspace; 0: any amount. */
  fileQuotaBytes: number;
  /** Of a language model that speaks chat completions; null: the rule planner alone. */
  aiBaseUrl: string | null;
  aiApiKey: string | null;
  aiModel: string | null;
  /** Of the same server; null: knowledge is found by its words alone. */
  aiEmbeddingModel: string | null;
  /** Workspaces may name models on this machine or its network as their own. */
  aiPrivateEndpoints: boolean;
  /** Told when a check begins to fail, and when it works again. */
  outageWebhookUrl: string | null;
  /** Where the newest version is named; null: nobody looks. */
  updateUrl: string | null;
  metricsToken: string | null;
  /** Null: backups are not encrypted. */
  backupPassphrase: string | null;
  /** Null: no nightly backups. */
  backupDir: string | null;
  backupHour: number;
  backupKeep: number;
  logLevel: string;
}

export interface KeepDays {
  outbox: number;
  events: number;
  botSessions: number;
  deleted: number;
  audit: number;
  reasons: number;
}

/** How plans are paid through Stripe. */
export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** The product of each plan that costs something. */
  products: { pro: string; business: string };
  withTax: boolean;
  /** Null: Stripe's own. */
  apiUrl: string | null;
}

/** An OpenID Connect provider. */
/** Whoever has an address of the domain, by the word of the provider, joins the workspace with this role. */
export interface DomainRule {
  domain: string;
  workspaceId: string;
  role: 'admin' | 'member';
}

export interface SignInProvider {
  issuer: string;
  clientId: string;
  /** Null: the provider knows this server by its return address alone. */
  clientSecret: string | null;
  /** As people know it. */
  name: string;
  /** Its addresses are people's own, though it does not say so. */
  verifiesAddresses: boolean;
  /** Where people with addresses of these domains go. */
  domains: DomainRule[];
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

const DEFAULT_NAMESPACE = 'switchyard-gateways';

/** The namespace of engine pods, also where there is no cluster to ask. */
export function namespaceOfEngines({ kubernetesNamespace }: Pick<Config, 'kubernetesNamespace'>): string {
  return kubernetesNamespace ?? DEFAULT_NAMESPACE;
}

/**
 * Parses the environment, and the command line, which takes no arguments.
 * @throws ConfigError with every fault at once.
 */
export function readConfig(environment: Record<string, string | undefined>, args: string[] = []): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(present);
  const faults = [
    ...args.map(
      (argument) => `${argument}: there are no arguments; settings are environment variables (docs/SETTINGS.md)`,
    ),
    ...findNearMisses(present),
    ...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])}: ${issue.message}`),
  ];
  const needsSecret = parsed.data && !parsed.data.DEMO && parsed.data.DATABASE_URL && !parsed.data.SECRET;
  if (needsSecret) {
    faults.push('SECRET: is required with DATABASE_URL and DEMO=false, the same for every server on that database');
  }
  if (parsed.data?.DATABASE_DIRECT_URL !== undefined && !parsed.data.DATABASE_URL) {
    faults.push('DATABASE_DIRECT_URL: needs DATABASE_URL');
  }
  const { CELL_NAME: cellName, CELL_DIRECTORY_URL: directoryUrl, CELL_SECRET: cellSecret } = parsed.data ?? {};
  if (!cellName !== !directoryUrl || (directoryUrl && !cellSecret)) {
    faults.push('CELL_NAME, CELL_DIRECTORY_URL and CELL_SECRET: a cell needs all three, a directory CELL_SECRET alone');
  }
  if (parsed.data?.FLEET !== undefined && parsed.data.CLUSTER !== 'local') faults.push('FLEET: needs CLUSTER=local');
  if (parsed.data && (parsed.data.AI_BASE_URL === undefined) !== (parsed.data.AI_MODEL === undefined)) {
    faults.push('AI_BASE_URL and AI_MODEL: one needs the other');
  }
  if (parsed.data?.AI_EMBEDDING_MODEL !== undefined && parsed.data.AI_BASE_URL === undefined) {
    faults.push('AI_EMBEDDING_MODEL: needs AI_BASE_URL');
  }
  const stripe = parsed.data ? stripeOf(parsed.data) : null;
  if (stripe === 'incomplete') {
    faults.push(
      'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRODUCT_PRO and STRIPE_PRODUCT_BUSINESS: one needs the others',
    );
  }
  if (parsed.data && (parsed.data.OIDC_ISSUER === undefined) !== (parsed.data.OIDC_CLIENT_ID === undefined)) {
    faults.push('OIDC_ISSUER and OIDC_CLIENT_ID: one needs the other');
  }
  if (parsed.data?.PASSWORD_SIGN_IN === 'off' && parsed.data.OIDC_ISSUER === undefined) {
    faults.push('PASSWORD_SIGN_IN: nobody could sign in; set OIDC_ISSUER');
  }
  if (!parsed.success || stripe === 'incomplete' || faults.length > 0) throw new ConfigError(faults);
  const values = parsed.data;
  return {
    port: values.PORT,
    healthPort: values.HEALTH_PORT ?? null,
    // The demo has published passwords, so it is never offered to the network unless HOST says so.
    host: values.HOST ?? (values.DEMO ? '127.0.0.1' : '0.0.0.0'),
    dataDir: resolve(values.DATA_DIR),
    demo: values.DEMO,
    demoContent: values.DEMO_CONTENT,
    roles: values.ROLES,
    extensionStoreUrl: values.EXTENSION_STORE_URL ?? null,
    cell: values.CELL_SECRET
      ? {
          secret: values.CELL_SECRET,
          name: values.CELL_NAME ?? null,
          directoryUrl: values.CELL_DIRECTORY_URL?.replace(/\/+$/, '') ?? null,
        }
      : null,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    secret: values.SECRET ?? null,
    previousSecret: values.SECRET_PREVIOUS ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_SECONDS * 1_000,
    mqttUrl: values.MQTT_URL ?? null,
    mqttPort: values.MQTT_PORT ?? null,
    cluster: values.CLUSTER,
    localClusterPort: values.LOCAL_CLUSTER_PORT ?? null,
    fleet: values.FLEET ?? null,
    kubernetesNamespace: values.KUBERNETES_NAMESPACE ?? null,
    engineImage: values.ENGINE_IMAGE,
    enginesPerPod: values.ENGINES_PER_POD,
    enginePlacement: {
      ...(values.ENGINE_TOLERATIONS && { tolerations: values.ENGINE_TOLERATIONS }),
      ...(values.ENGINE_NODE_SELECTOR && { nodeSelector: values.ENGINE_NODE_SELECTOR }),
      ...(values.ENGINE_AFFINITY && { affinity: values.ENGINE_AFFINITY }),
      ...(values.ENGINE_IMAGE_PULL_SECRETS && { imagePullSecrets: values.ENGINE_IMAGE_PULL_SECRETS }),
      ...(values.ENGINE_PRIORITY_CLASS && { priorityClassName: values.ENGINE_PRIORITY_CLASS }),
      ...(values.ENGINE_PROBES && { probes: values.ENGINE_PROBES }),
    },
    engineServerUrl: values.ENGINE_SERVER_URL ?? null,
    simulatorUrl: values.SIMULATOR_URL ?? null,
    graphUrl: values.GRAPH_URL ?? null,
    webhookAllowedHosts: values.WEBHOOK_ALLOWED_HOSTS,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    trustProxy: values.TRUST_PROXY ?? null,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    signInLimitPerMinute: values.SIGN_IN_LIMIT_PER_MINUTE,
    requestTimeoutMs: values.REQUEST_TIMEOUT_SECONDS * 1_000,
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    trialAtSignUp: values.TRIAL_AT_SIGN_UP,
    billing: values.BILLING ?? (values.DEMO ? 'on' : 'off'),
    stripe,
    signUp: values.SIGNUP,
    signInProvider:
      values.OIDC_ISSUER && values.OIDC_CLIENT_ID
        ? {
            issuer: values.OIDC_ISSUER,
            clientId: values.OIDC_CLIENT_ID,
            clientSecret: values.OIDC_CLIENT_SECRET ?? null,
            name: values.OIDC_NAME,
            verifiesAddresses: values.OIDC_ADDRESSES_VERIFIED,
            domains: values.OIDC_DOMAINS.map(toDomainRule),
          }
        : null,
    supportContact: values.SUPPORT_CONTACT ?? null,
    passwords: values.PASSWORD_SIGN_IN,
    receivedKeepDays: values.RECEIVED_KEEP_DAYS,
    fileKeepDays: values.FILE_KEEP_DAYS,
    keepDays: {
      outbox: values.OUTBOX_KEEP_DAYS,
      events: values.EVENT_KEEP_DAYS,
      botSessions: values.BOT_SESSION_KEEP_DAYS,
      deleted: values.DELETED_KEEP_DAYS,
      audit: values.AUDIT_KEEP_DAYS,
      reasons: values.REASON_KEEP_DAYS,
    },
    fileQuotaBytes: values.FILE_QUOTA_MEGABYTES * 1024 * 1024,
    aiBaseUrl: values.AI_BASE_URL ?? null,
    aiApiKey: values.AI_API_KEY ?? null,
    aiModel: values.AI_MODEL ?? null,
    aiEmbeddingModel: values.AI_EMBEDDING_MODEL ?? null,
    aiPrivateEndpoints: values.AI_PRIVATE_ENDPOINTS,
    outageWebhookUrl: values.OUTAGE_WEBHOOK_URL ?? null,
    updateUrl: values.UPDATE_URL ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    backupPassphrase: values.BACKUP_PASSPHRASE ?? null,
    backupDir: backupDirOf(values),
    backupHour: values.BACKUP_HOUR,
    backupKeep: values.BACKUP_KEEP,
    logLevel: values.LOG_LEVEL,
  };
}

function toDomainRule(text: string): DomainRule {
  const [, domain = '', workspaceId = '', role] = /^(.+)=(.+):(.+)$/.exec(text) ?? [];
  return { domain, workspaceId, role: role === 'admin' ? 'admin' : 'member' };
}

function backupDirOf({ BACKUP_DIR, DATA_DIR, DEMO }: z.output<typeof settings>): string | null {
  if (BACKUP_DIR === 'off' || (BACKUP_DIR === undefined && DEMO)) return null;
  return resolve(BACKUP_DIR ?? join(DATA_DIR, 'backups'));
}

/** Null: none of its settings is set. */
function stripeOf(values: z.output<typeof settings>): StripeSettings | null | 'incomplete' {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRODUCT_PRO: pro,
    STRIPE_PRODUCT_BUSINESS: business,
  } = values;
  if (!secretKey && !webhookSecret && !pro && !business) return null;
  if (!secretKey || !webhookSecret || !pro || !business) return 'incomplete';
  const products = { pro, business };
  return { secretKey, webhookSecret, products, withTax: values.STRIPE_TAX, apiUrl: values.STRIPE_API_URL ?? null };
}
