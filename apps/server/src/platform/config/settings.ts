import { isIP } from 'node:net';
import { z } from 'zod';
import { fleetFault } from '../kubernetes/fleet-fault.ts';
import { enginePodSettings } from './engine-pod-settings.ts';

const port = (description: string, fallback: number) =>
  z.coerce.number().int().min(0).max(65_535).default(fallback).describe(description);
const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'])
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true' || value === '1');
const number = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** An address, or a network by prefix or well-known name, as Fastify accepts for a proxy. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix] = text.split(/\/(.*)/s);
  const family = isIP(address);
  return (
    family !== 0 && (prefix === undefined || /^\d+$/.test(prefix)) && Number(prefix ?? 1) <= (family === 4 ? 32 : 128)
  );
}

/** A host name, or an address or network accepted by `isNetwork`. */
const isHostOrNetwork = (text: string): boolean => isNetwork(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text);

/** `example.com=WORKSPACE_ID:ROLE`. */
const DOMAIN_RULE =
  /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]{2,}=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:(member|admin)$/;

/** Whether the text is a URL without a path, whose origin is the one that browsers send. */
function isServer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** Names of cells appear in URLs. */
export const CELL_NAME = /^[a-z0-9-]{1,40}$/;

/**
 * Every setting, by its environment variable. `docs/SETTINGS.md` lists the same settings and descriptions; a test
 * compares them.
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
      'Port that serves only /health and /metrics. Default: 3001, or a free one, in a process without the role `api`; otherwise none, because PORT serves them.',
    ),
  HOST: z.string().optional().describe('Address to listen on. Default: 127.0.0.1 in demo mode, otherwise 0.0.0.0.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('Folder for all stored data: the embedded database, the secret, files.'),
  DEMO: flag(true).describe('Demo workspace on the simulated WhatsApp, with published passwords, on loopback only.'),
  DEMO_CONTENT: z
    .enum(['none', 'still', 'full'])
    .default('full')
    .describe(
      'Initial content of the demo: `still`, a complete practice; `full`, one whose customers also write by themselves for five minutes a day; `none`, a few contacts and messages.',
    ),
  ROLES: z
    .string()
    .default('api,worker')
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['api', 'worker'])).min(1))
    .describe('What this process does: `api`, `worker`, or both.'),
  PUBLIC_URL: z
    .string()
    .refine(isServer, {
      error: 'names a server by http or https and without a path, such as https://switchyard.example.com',
    })
    .optional()
    .describe('URL at which browsers reach this server, for links and cookies. Default: http://localhost:PORT.'),
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
      'Signs tokens and cookies and encrypts credentials; at least 32 characters. Default: generated once and stored in DATA_DIR; required with DATABASE_URL when DEMO=false.',
    ),
  SECRET_PREVIOUS: z
    .string()
    .refine((value) => value.length >= 32 || value === 'lost', { error: 'is the earlier secret, or `lost`' })
    .optional()
    .describe(
      'The previous secret, for the first start with a new one: everything encrypted with it is encrypted again. `lost`: it is not available any more, and the data encrypted with it is abandoned. Default: none.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('A PostgreSQL of your own (16 or newer). Default: an embedded one in DATA_DIR/postgres.'),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'The same database without the pooler in transaction mode, such as PgBouncer, behind DATABASE_URL: for whatever needs a session of its own (leader election, LISTEN, migrations, backups). Also gives the role of this URL the limits of DATABASE_TIMEOUT_SECONDS in this database. Default: DATABASE_URL connects to PostgreSQL directly.',
    ),
  DATABASE_POOL_SIZE: number(2, 200, 20).describe('Maximum connections of this process to PostgreSQL.'),
  DATABASE_TIMEOUT_SECONDS: number(1, 3_600, 15).describe(
    'Maximum seconds for a statement; after that it is cancelled and the caller is asked to try again. Migrations have no limit.',
  ),
  CELL_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Shared by the cells of a large installation and their directory, at least 32 characters. With it alone, this installation keeps the directory of the others. Default: a single installation.',
    ),
  CELL_NAME: z
    .string()
    .regex(CELL_NAME, 'is 1 to 40 lower-case letters, digits and hyphens')
    .optional()
    .describe('Name of this cell in the directory, such as `eu-1`. Needs CELL_DIRECTORY_URL.'),
  CELL_DIRECTORY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of the installation that keeps the directory. Needs CELL_NAME and CELL_SECRET.'),
  MQTT_URL: z
    .url({ protocol: /^(mqtts?|wss?)$/ })
    .optional()
    .describe(
      'Your own broker, through which several servers notify each other. Default: none, which is enough for one server.',
    ),
  MQTT_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port of the MQTT listener for engines. Default: 1883, or a free one if that is taken.'),
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
      "Port of the local cluster's Kubernetes API. Default: 8181, or a free one if that is taken. With CLUSTER=kubernetes: the port of `npm run cluster-proxy` on operators' machines; without it their browsers only use this server.",
    ),
  FLEET: z
    .string()
    .superRefine((text, context) => {
      const message = fleetFault(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe(
      'A simulated fleet in the local cluster, such as `nodes:1000,pods:20000`; optionally with `seed:N` and `changes:N` (per second). Default: none.',
    ),
  KUBERNETES_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/)
    .optional()
    .describe(
      'Namespace of engine pods. Default: switchyard-gateways; on Kubernetes that of the context or service account.',
    ),
  ENGINE_IMAGE: z
    .string()
    .default('switchyard-engine')
    .describe('Container image of engine pods. The local cluster runs switchyard-engine as a process.'),
  ENGINES_PER_POD: number(1, 100, 1).describe(
    'Maximum engines of one driver per pod, which reduces the memory per engine considerably; engines with a browser always have their own pod.',
  ),
  ...enginePodSettings,
  ENGINE_SERVER_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'URL at which engine pods reach this server. Default: this machine on the local cluster, PUBLIC_URL on Kubernetes.',
    ),
  SIMULATOR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('An external simulated WhatsApp. Default: this server’s own.'),
  GRAPH_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Base URL of the WhatsApp Cloud API. Default: that of the simulated WhatsApp in demo mode, otherwise https://graph.facebook.com.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server. Default: mail is stored in an outbox that an admin can read.'),
  MAIL_FROM: z.string().default('Switchyard <no-reply@switchyard.local>').describe('Sender of mail.'),
  TRUST_PROXY: z
    .string()
    .refine((text) => text.split(',').every((network) => isNetwork(network.trim())), {
      error: 'names addresses or networks, such as 10.0.0.5 or 10.0.0.0/8, separated by commas',
    })
    .optional()
    .describe('Addresses or networks of proxies whose x-forwarded-for is trusted, separated by commas. Default: none.'),
  RATE_LIMIT_PER_MINUTE: number(0, 1_000_000, 3_000).describe(
    'Maximum requests per minute of one caller, and ten times as many of one address. 0: no limits at all.',
  ),
  SIGN_IN_LIMIT_PER_MINUTE: number(1, 100_000, 20).describe(
    'Maximum attempts per minute to sign in to one account from one address.',
  ),
  REQUEST_TIMEOUT_SECONDS: number(1, 3_600, 30).describe(
    'Maximum seconds for a request to arrive; ten times as long for a file.',
  ),
  CONNECTIONS_PER_ADDRESS: number(0, 1_000_000, 1_000).describe(
    'Maximum open connections per address whose callers have not signed in, over HTTP and MQTT; beyond that, the longest-idle one is closed. 0: no limit.',
  ),
  BILLING: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Whether plans limit workspaces. `off`: everybody has all features, and nothing is sold. Default: off; on in the demo.',
    ),
  TRIAL_AT_SIGN_UP: flag(true).describe(
    'Whether a new person’s workspace begins with a trial of Pro, if plans limit workspaces.',
  ),
  STRIPE_SECRET_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Stripe’s secret key, or a restricted one, for paying plans through Stripe. Default: invoices that an admin marks as paid.',
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Signing secret of Stripe’s webhooks to PUBLIC_URL/webhooks/stripe.'),
  STRIPE_PRODUCT_PRO: z
    .string()
    .min(1)
    .optional()
    .describe('Stripe’s product for the plan Pro; its default price is sold, and all its prices count as the plan.'),
  STRIPE_PRODUCT_BUSINESS: z.string().min(1).optional().describe('The same for Business.'),
  STRIPE_TAX: flag(false).describe('Stripe calculates the tax, which has to be set up there.'),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('URL of Stripe’s API, such as your own proxy. Default: https://api.stripe.com.'),
  SIGNUP: z
    .enum(['open', 'invite', 'closed'])
    .default('open')
    .describe(
      'Who may create an account: anybody (`open`), people invited to a workspace (`invite`), nobody (`closed`). The first admin uses the link that is printed at the start.',
    ),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Issuer of an OpenID Connect provider for sign-in; the redirect URL is PUBLIC_URL/api/auth/callback/oidc. Default: none.',
    ),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Client id of this server at the provider; required with OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Client secret from the provider. Default: none.'),
  OIDC_NAME: z
    .string()
    .regex(/^[^<>"&\p{Cc}]{1,40}$/u, 'a short name')
    .default('single sign-on')
    .describe('Name of the provider on the sign-in page.'),
  OIDC_ADDRESSES_VERIFIED: flag(false).describe(
    'The provider only has verified email addresses, although it does not send `email_verified`.',
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
      'Domains of email addresses whose people join a workspace when they first sign in with the provider, separated by commas: `example.com=WORKSPACE_ID:member`, or `:admin`. They may create an account regardless of SIGNUP. Default: none.',
    ),
  SUPPORT_CONTACT: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Contact for help, such as an email address, shown on the help page. Default: none.'),
  PASSWORD_SIGN_IN: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether people sign in with passwords. `off`: only with the provider (OIDC_ISSUER); platform admins may still use a password, their own or one made by `npm run reset-admin`.',
    ),
  RECEIVED_KEEP_DAYS: number(0, 36_500, 90).describe('Days that incoming messages are kept. 0: for ever.'),
  FILE_KEEP_DAYS: number(1, 36_500, 30).describe(
    'Days that a file is kept after the last message with it was removed.',
  ),
  FILE_QUOTA_MEGABYTES: number(0, 100_000_000, 10_240).describe(
    'Maximum megabytes of files per workspace, with equal content counted once. 0: no limit.',
  ),
  OUTBOX_KEEP_DAYS: number(0, 36_500, 7).describe(
    'Days that mail is kept that was not sent without SMTP_URL; its links give access to accounts. 0: for ever.',
  ),
  EVENT_KEEP_DAYS: number(0, 36_500, 90).describe('Days that connection events are kept. 0: for ever.'),
  BOT_SESSION_KEEP_DAYS: number(0, 36_500, 365).describe(
    'Days that bot conversations are kept after their end; statistics stay. 0: for ever.',
  ),
  DELETED_KEEP_DAYS: number(0, 36_500, 30).describe(
    'Days that deleted messages and expired invitations are kept. 0: for ever.',
  ),
  AUDIT_KEEP_DAYS: number(0, 36_500, 730).describe('Days that audit log entries are kept. 0: for ever.'),
  REASON_KEEP_DAYS: number(0, 36_500, 365).describe(
    'Days that people’s reasons for removing the browser extension are kept. 0: for ever.',
  ),
  AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'A language model for the assistant: any server with a chat completions API, such as http://localhost:11434/v1. Default: none; the assistant works by rules.',
    ),
  AI_API_KEY: z.string().min(1).optional().describe('The API key for AI_BASE_URL. Default: none.'),
  AI_MODEL: z.string().min(1).optional().describe('Name of the model; required with AI_BASE_URL.'),
  AI_EMBEDDING_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Name of an embedding model at AI_BASE_URL (`/embeddings`), to search knowledge by meaning too. Default: none; knowledge is searched by words only.',
    ),
  AI_PRIVATE_ENDPOINTS: flag(false).describe(
    'Whether workspaces may use models on this machine or its network, which only suits people who trust each other. Default: models on the public internet only.',
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
      'URL that receives a POST (JSON) when a check of `npm run doctor` begins to fail and when it passes again, once each: `event` (`outage.began`, `outage.ended`), `about`, `text`, `remedy`, `since`, `server`. Default: none.',
    ),
  UPDATE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'URL of a JSON document about the newest version, read once a day by GET without any data about this installation: `version`, optionally `notes` (a URL) and `migrations` (their names). Default: no check for newer versions.',
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
      'Encrypts the backups of `npm run backup`, and decrypts them for `npm run restore`; at least 12 characters. Default: backups are not encrypted.',
    ),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder for nightly backups, or `off`. Default: `backups` in DATA_DIR; off in the demo.'),
  BACKUP_HOUR: number(0, 23, 2).describe(
    'Hour of the server’s clock from which the nightly backup is made; a missed one is made within the next hour.',
  ),
  BACKUP_KEEP: number(1, 1_000, 14).describe('Number of nightly backups to keep in BACKUP_DIR.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Log level.'),
});

/**
 * A mistyped name would silently leave a default in force. These names belong to other programs and only resemble ours.
 */
const FOREIGN = new Set(['HOSTNAME', 'PORTS', 'HOSTS']);
const MAX_DISTANCE = 2;

/** Messages for environment variables that are one or two letters away from a setting. */
export function findNearMisses(environment: Record<string, string | undefined>): string[] {
  const known = Object.keys(settings.shape);
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || FOREIGN.has(name) || name.length < 4) return [];
    const setting = known.find((candidate) => {
      const maxDistance = Math.min(MAX_DISTANCE, Math.floor(candidate.length / 4));
      return Math.abs(candidate.length - name.length) <= maxDistance && distance(name, candidate) <= maxDistance;
    });
    return setting ? [`${name}: is not a setting; did you mean ${setting}?`] : [];
  });
}

/** Edits (insert, delete, replace, swap neighbours) between two names: restricted Damerau-Levenshtein. */
export function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
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
  return cell(from.length, to.length);
}
