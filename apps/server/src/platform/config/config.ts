import { join, resolve } from 'node:path';
import type { z } from 'zod';
import type { EnginePlacement } from './engine-pod-settings.ts';
import { findNearMisses, settings } from './settings.ts';

/** The parsed configuration. Created once at start and passed on; nothing else reads the environment. */
export interface Config {
  port: number;
  /** Null for the default of a process without the role `api`. */
  healthPort: number | null;
  host: string;
  dataDir: string;
  demo: boolean;
  demoContent: 'none' | 'still' | 'full';
  roles: ('api' | 'worker')[];
  publicUrl: string;
  /** Null if the extension is in no store. */
  extensionStoreUrl: string | null;
  /** Null for a single installation. Without a `directoryUrl`, this one keeps the directory. */
  cell: { secret: string; name: string | null; directoryUrl: string | null } | null;
  /** Signs tokens and cookies; null if it is generated once and stored in `dataDir`. */
  secret: string | null;
  /** The earlier secret, or `lost`; null if the secret has not changed. */
  previousSecret: string | null;
  databaseUrl: string | null;
  /** Bypasses the pooler behind `databaseUrl`; null if there is none. */
  databaseDirectUrl: string | null;
  databasePoolSize: number;
  /** Maximum duration of a statement. */
  databaseTimeoutMs: number;
  mqttUrl: string | null;
  /** Null for 1883, or any free port if that is taken. */
  mqttPort: number | null;
  cluster: 'local' | 'kubernetes' | 'none';
  /** Null for 8181, or any free port if that is taken. */
  localClusterPort: number | null;
  /** In the format of `parseFleet`; null for no fleet. */
  fleet: string | null;
  /** Namespace of engine pods. Null for the cluster's default; always set on a platform that has a cluster. */
  kubernetesNamespace: string | null;
  engineImage: string;
  /** Maximum engines of one driver per pod. */
  enginesPerPod: number;
  /** Scheduling and probes of engine pods. */
  enginePlacement: EnginePlacement;
  /** Null for this machine, or `publicUrl` when engines run elsewhere. */
  engineServerUrl: string | null;
  simulatorUrl: string | null;
  graphUrl: string | null;
  /** Host names, addresses and networks that webhooks may reach although they are not public. */
  webhookAllowedHosts: string[];
  smtpUrl: string | null;
  mailFrom: string;
  /** Addresses or networks, separated by commas; null if no x-forwarded-for is trusted. */
  trustProxy: string | null;
  /** 0 for no limits. */
  rateLimitPerMinute: number;
  signInLimitPerMinute: number;
  /** Maximum time for a request to arrive. */
  requestTimeoutMs: number;
  /** Maximum open connections per address whose callers have not authenticated; 0 for no limit. */
  connectionsPerAddress: number;
  billing: 'on' | 'off';
  trialAtSignUp: boolean;
  /** Null if plans are paid by invoices that an admin marks as paid. */
  stripe: StripeSettings | null;
  signUp: 'open' | 'invite' | 'closed';
  /** The OpenID Connect provider for sign-in; null if there is none. */
  signInProvider: SignInProvider | null;
  /** Null if no contact is configured. */
  supportContact: string | null;
  passwords: 'on' | 'off';
  /** 0 to keep them for ever. */
  receivedKeepDays: number;
  fileKeepDays: number;
  /** Retention in days; 0 to keep for ever. */
  keepDays: KeepDays;
  /** Quota of a workspace; 0 for no limit. */
  fileQuotaBytes: number;
  /** Server of a language model with a chat completions API; null to use the rule planner only. */
  aiBaseUrl: string | null;
  aiApiKey: string | null;
  aiModel: string | null;
  /** Embedding model on the same server; null if knowledge is searched by words only. */
  aiEmbeddingModel: string | null;
  /** Whether workspaces may use models on this machine or its network. */
  aiPrivateEndpoints: boolean;
  /** Notified when a check begins to fail, and when it passes again. */
  outageWebhookUrl: string | null;
  /** Address of the newest version's description; null to disable the check. */
  updateUrl: string | null;
  metricsToken: string | null;
  /** Null if backups are not encrypted. */
  backupPassphrase: string | null;
  /** Null for no nightly backups. */
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

/** Stripe settings for paying plans. */
export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Stripe product of each paid plan. */
  products: { pro: string; business: string };
  withTax: boolean;
  /** Null for Stripe's own URL. */
  apiUrl: string | null;
}

/** An OpenID Connect provider. */
/** People with a verified address of this domain join the workspace with this role. */
export interface DomainRule {
  domain: string;
  workspaceId: string;
  role: 'admin' | 'member';
}

export interface SignInProvider {
  issuer: string;
  clientId: string;
  /** Null for a public client, which the provider identifies by its return address only. */
  clientSecret: string | null;
  /** Name shown to people. */
  name: string;
  /** Trust the provider's addresses as verified although it does not say so. */
  verifiesAddresses: boolean;
  /** Workspaces for people with addresses of these domains. */
  domains: DomainRule[];
}

/** The configuration cannot be used; the message names every fault, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: string[];
  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

const DEFAULT_NAMESPACE = 'switchyard-gateways';

/** Namespace of engine pods, also without a cluster to ask. */
export function namespaceOfEngines({ kubernetesNamespace }: Pick<Config, 'kubernetesNamespace'>): string {
  return kubernetesNamespace ?? DEFAULT_NAMESPACE;
}

/**
 * Parses the environment and the command line, which takes no arguments.
 * @throws ConfigError with all faults at once
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
    // The demo has published passwords, so it is only exposed to the network if HOST says so.
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

/** Null if none of the Stripe settings is set. */
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
