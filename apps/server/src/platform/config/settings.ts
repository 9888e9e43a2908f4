import { isIP } from 'node:net';
import { z } from 'zod';
import { fleetFault } from '../kubernetes/fleet-fault.ts';
import { enginePodSettings } from './engine-pod-settings.ts';

const port = (words: string, fallback: number) =>
  z.coerce.number().int().min(0).max(65_535).default(fallback).describe(words);
const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'])
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true' || value === '1');
const number = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** An address, or a network by its prefix or its well-known name: what Fastify takes for a proxy. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix] = text.split(/\/(.*)/s);
  const family = isIP(address);
  return (
    family !== 0 && (prefix === undefined || /^\d+$/.test(prefix)) && Number(prefix ?? 1) <= (family === 4 ? 32 : 128)
  );
}

/** A host by its name, or what `isNetwork` knows. */
const isHostOrNetwork = (text: string): boolean => isNetwork(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text);

/** `example.com=WORKSPACE_ID:ROLE`. */
const DOMAIN_RULE =
  /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]{2,}=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:(member|admin)$/;

/** A URL of a server and no more, whose origin is the one that browsers will name. */
function isServer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/**
 * Every setting, by its environment variable. `docs/SETTINGS.md` is this list with these words; a test holds the two
 * together.
 */
export const settings = z.object({
  PORT: port('Port of the web app and the API.', 3000),
  HEALTH_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Port for /health and /metrics alone. Default: 3001, or a free one, in a process without the role `api`; otherwise none, because PORT serves them.',
    ),
  HOST: z.string().optional().describe('Address to listen on. Default: 127.0.0.1 in demo mode, else 0.0.0.0.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('Folder for all data: the embedded database, the secret, files.'),
  DEMO: flag(true).describe('Demo workspace on the simulated WhatsApp, with published passwords, on loopback only.'),
  DEMO_CONTENT: z
    .enum(['none', 'still', 'full'])
    .default('full')
    .describe(
      'Initial content of the demo: `still`, a whole practice; `full`, one whose customers also write by themselves for five minutes a day; `none`, a few contacts and messages.',
    ),
  ROLES: z
    .string()
    .default('api,worker')
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['api', 'worker'])).min(1))
    .describe('Roles of this process: `api`, `worker`, or both.'),
  PUBLIC_URL: z
    .string()
    .refine(isServer, {
      error: 'names a server by http or https and without a path, such as https://switchyard.example.com',
    })
    .optional()
    .describe('URL of this server for browsers, in links and cookies. Default: http://localhost:PORT.'),
  EXTENSION_STORE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Where people get the browser extension, such as its page in a store. Default: none; the engines page explains how to load it unpacked.',
    ),
  SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Signs tokens and cookies and seals credentials, at least 32 characters. Default: generated once and stored in DATA_DIR; required with DATABASE_URL when DEMO=false.',
    ),
  SECRET_PREVIOUS: z
    .string()
    .refine((value) => value.length >= 32 || value === 'lost', { error: 'is the earlier secret, or `lost`' })
    .optional()
    .describe(
      'The previous secret, for one start with a new one: everything sealed with it is resealed. `lost`: it is gone, and what it sealed is discarded. Default: none.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('Your own PostgreSQL (16 or newer). Default: an embedded one in DATA_DIR/postgres.'),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'The same database without the pooler, if DATABASE_URL leads to one in transaction mode, such as PgBouncer: for what needs its own session (leader election, LISTEN, migrations, backups). It also gives the role of this URL the limits of DATABASE_TIMEOUT_SECONDS in this database. Default: DATABASE_URL leads to PostgreSQL itself.',
    ),
  DATABASE_POOL_SIZE: number(2, 200, 20).describe('Maximum connections of this process to PostgreSQL.'),
  DATABASE_TIMEOUT_SECONDS: number(1, 3_600, 15).describe(
    'Seconds after which a statement is cancelled and the caller is asked to retry. Migrations have no limit.',
  ),
  MQTT_URL: z
    .url({ protocol: /^(mqtts?|wss?)$/ })
    .optional()
    .describe(
      'Your own broker, through which several servers communicate. Default: none, which is enough for one server.',
    ),
  MQTT_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port on which engines reach the MQTT listener. Default: 1883, or a free one if that is in use.'),
  CLUSTER: z
    .enum(['local', 'kubernetes', 'none'])
    .default('local')
    .describe('Where engines run: `local` processes, `kubernetes`, or `none`.'),
  LOCAL_CLUSTER_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      "Port of the local cluster's Kubernetes API. Default: 8181, or a free one if that is in use. With CLUSTER=kubernetes: the port on operators' machines on which `npm run cluster-proxy` listens; without it their browsers use this server only.",
    ),
  FLEET: z
    .string()
    .superRefine((text, context) => {
      const message = fleetFault(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe(
      'A simulated fleet in the local cluster, such as `nodes:1000,pods:20000`; `seed:N` and `changes:N` (per second) are optional. Default: none.',
    ),
  KUBERNETES_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/)
    .optional()
    .describe(
      'Namespace of engine pods. Default: switchyard-gateways, on Kubernetes that of the context or service account.',
    ),
  ENGINE_IMAGE: z
    .string()
    .default('switchyard-engine')
    .describe('Container image of engine pods. The local cluster runs switchyard-engine as a process.'),
  ENGINES_PER_POD: number(1, 100, 1).describe(
    'Maximum engines of one driver per pod, which saves much memory per engine; engines with a browser have a pod each.',
  ),
  ...enginePodSettings,
  ENGINE_SERVER_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'URL of this server for engine pods. Default: this machine on the local cluster, PUBLIC_URL on Kubernetes.',
    ),
  SIMULATOR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('An external simulated WhatsApp. Default: this server’s own.'),
  GRAPH_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Base URL of the WhatsApp Cloud API. Default: the simulated WhatsApp’s in demo mode, else https://graph.facebook.com.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server. Default: mail is stored in the outbox, which an admin can read.'),
  MAIL_FROM: z.string().default('Switchyard <no-reply@switchyard.local>').describe('Sender of mail.'),
  TRUST_PROXY: z
    .string()
    .refine((text) => text.split(',').every((one) => isNetwork(one.trim())), {
      error: 'names addresses or networks, such as 10.0.0.5 or 10.0.0.0/8, separated by commas',
    })
    .optional()
    .describe(
      'Addresses or networks of proxies whose x-forwarded-for is trusted, separated by commas. Default: none.',
    ),
  RATE_LIMIT_PER_MINUTE: number(0, 1_000_000, 3_000).describe(
    'Maximum requests per minute and caller; ten times as many per address. 0: no limits at all.',
  ),
  SIGN_IN_LIMIT_PER_MINUTE: number(1, 100_000, 20).describe(
    'Maximum sign-in attempts per minute to one account from one address.',
  ),
  REQUEST_TIMEOUT_SECONDS: number(1, 3_600, 30).describe(
    'Maximum seconds for a request to arrive; ten times as long for a file.',
  ),
  CONNECTIONS_PER_ADDRESS: number(0, 1_000_000, 1_000).describe(
    'Maximum open connections per address without a sign-in, over HTTP and MQTT; beyond that, the one idle for longest is closed. 0: unlimited.',
  ),
  BILLING: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Whether plans limit what a workspace may have. `off`: everything is available, and nothing is sold. Default: off, and on in the demo.',
    ),
  TRIAL_AT_SIGN_UP: flag(true).describe(
    'Whether a new person’s workspace starts with a trial of Pro, where plans limit anything.',
  ),
  STRIPE_SECRET_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Secret or restricted key for payments through Stripe. Default: invoices that an admin marks as paid.',
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Key of Stripe’s signatures on webhooks to PUBLIC_URL/webhooks/stripe.'),
  STRIPE_PRODUCT_PRO: z
    .string()
    .min(1)
    .optional()
    .describe('Stripe’s product for the plan Pro; its default price is sold, and each of its prices counts as the plan.'),
  STRIPE_PRODUCT_BUSINESS: z.string().min(1).optional().describe('The same for Business.'),
  STRIPE_TAX: flag(false).describe('Whether Stripe calculates the tax, which must be set up there.'),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('URL of Stripe’s API, such as your own proxy. Default: https://api.stripe.com.'),
  SIGNUP: z
    .enum(['open', 'invite', 'closed'])
    .default('open')
    .describe(
      'Who may create an account: anybody (`open`), people invited to a workspace (`invite`), nobody (`closed`). The first admin signs up through the link that the start prints.',
    ),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Issuer of an OpenID Connect provider for signing in; the redirect URL is PUBLIC_URL/api/auth/callback/oidc. Default: none.',
    ),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Client id of this server at the provider; required with OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Client secret of this server at the provider. Default: none.'),
  OIDC_NAME: z
    .string()
    .regex(/^[^<>"&\p{Cc}]{1,40}$/u, 'a short name')
    .default('single sign-on')
    .describe('Name of the provider on the sign-in page.'),
  OIDC_ADDRESSES_VERIFIED: flag(false).describe(
    'Whether the provider guarantees that email addresses belong to their users, although it does not send `email_verified`.',
  ),
  OIDC_DOMAINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    )
    .pipe(z.array(z.string().regex(DOMAIN_RULE, 'is not DOMAIN=WORKSPACE_ID:ROLE, with the role member or admin')))
    .describe(
      'Domains of email addresses whose people join a workspace at their first sign-in with the provider, separated by commas: `example.com=WORKSPACE_ID:member`, or `:admin`. They may create an account whatever SIGNUP says. Default: none.',
    ),
  SUPPORT_CONTACT: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Where people of this server get help, such as an email address; the help page shows it. Default: none.',
    ),
  PASSWORD_SIGN_IN: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether people can sign in with their own passwords. `off`: only through the provider (OIDC_ISSUER); platform admins still can, with their existing password or one from `npm run reset-admin`.',
    ),
  RECEIVED_KEEP_DAYS: number(0, 36_500, 90).describe('Days for which incoming messages are kept. 0: forever.'),
  FILE_KEEP_DAYS: number(1, 36_500, 30).describe(
    'Days for which a file is kept after the last message with it was removed.',
  ),
  FILE_QUOTA_MEGABYTES: number(0, 100_000_000, 10_240).describe(
    'Maximum megabytes of files per workspace, counting identical content once. 0: unlimited.',
  ),
  OUTBOX_KEEP_DAYS: number(0, 36_500, 7).describe(
    'Days for which mail is kept that was not sent because SMTP_URL is not set; its links open accounts. 0: forever.',
  ),
  EVENT_KEEP_DAYS: number(0, 36_500, 90).describe('Days for which connection events are kept. 0: forever.'),
  BOT_SESSION_KEEP_DAYS: number(0, 36_500, 365).describe(
    'Days for which bot conversations are kept after their end; figures remain. 0: forever.',
  ),
  DELETED_KEEP_DAYS: number(0, 36_500, 30).describe(
    'Days for which deleted messages and expired invitations are kept. 0: forever.',
  ),
  AUDIT_KEEP_DAYS: number(0, 36_500, 730).describe('Days for which audit logs are kept. 0: forever.'),
  REASON_KEEP_DAYS: number(0, 36_500, 365).describe(
    'Days for which people’s reasons for removing the browser extension are kept. 0: forever.',
  ),
  AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'URL of a language model for the assistant: any server with a chat completions API, such as http://localhost:11434/v1. Default: none; the assistant works by rules.',
    ),
  AI_API_KEY: z.string().min(1).optional().describe('API key for AI_BASE_URL. Default: none.'),
  AI_MODEL: z.string().min(1).optional().describe('Name of the model at AI_BASE_URL, with which it is required.'),
  AI_EMBEDDING_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Name of a model at AI_BASE_URL that makes embeddings (`/embeddings`), so that knowledge is also found by meaning. Default: none; knowledge is found by its words only.',
    ),
  AI_PRIVATE_ENDPOINTS: flag(false).describe(
    'Whether workspaces may use their own models on this machine or its network, for servers whose people trust one another. Default: the public internet only.',
  ),
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter((host) => host !== ''),
    )
    .pipe(z.array(z.string().refine(isHostOrNetwork, { error: 'is neither a host name nor an address nor a network' })))
    .describe(
      'Your own hosts, addresses or networks that webhooks may reach, also by http, separated by commas: `n8n.lan,10.0.0.0/8`. Default: none; webhooks reach the public internet only.',
    ),
  OUTAGE_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'URL that gets a POST (JSON) when a check of `npm run doctor` starts to fail and when it passes again, once each: `event` (`outage.began`, `outage.ended`), `about`, `text`, `remedy`, `since`, `server`. Default: none.',
    ),
  UPDATE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'URL of a JSON document about the newest version, read once a day by GET, which reveals nothing about this installation: `version`, and optionally `notes` (a URL) and `migrations` (their names). Default: none; newer versions are not looked up.',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token for GET /metrics. Default: only this machine may read it.'),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12)
    .optional()
    .describe(
      'Encrypts what `npm run backup` writes, and decrypts it for `npm run restore`; at least 12 characters. Default: anybody with the file can read a backup.',
    ),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder for nightly backups, or `off`. Default: `backups` in DATA_DIR; off in the demo.',
    ),
  BACKUP_HOUR: number(0, 23, 2).describe(
    'Hour of the server’s clock from which the nightly backup is made; a missed one is made up for within the hour.',
  ),
  BACKUP_KEEP: number(1, 1_000, 14).describe('Number of nightly backups kept in BACKUP_DIR.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Minimum level of log entries.'),
});

/** A mistyped name would silently leave a default in force. These belong to others and only look like ours. */
const FOREIGN = new Set(['HOSTNAME', 'PORTS', 'HOSTS']);
const MAX_DISTANCE = 2;

/** Words for each environment variable that is one or two letters away from a setting. */
export function findNearMisses(environment: Record<string, string | undefined>): string[] {
  const known = Object.keys(settings.shape);
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || FOREIGN.has(name) || name.length < 4) return [];
    const meant = known.find((one) => {
      const most = Math.min(MAX_DISTANCE, Math.floor(one.length / 4));
      return Math.abs(one.length - name.length) <= most && distance(name, one) <= most;
    });
    return meant ? [`${name}: is not a setting; did you mean ${meant}?`] : [];
  });
}

/** Edits (insert, delete, replace, swap of neighbours) between two names: restricted Damerau-Levenshtein. */
export function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return cell(one.length, other.length);
}
