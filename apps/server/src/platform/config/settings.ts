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
      'Port of /health and /metrics alone. Default: 3001, or a free one, in a process without the role `api`; else none, as PORT has them.',
    ),
  HOST: z.string().optional().describe('Address to listen on. Default: 127.0.0.1 in demo mode, else 0.0.0.0.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('Folder for everything that is kept: the embedded database, the secret, files.'),
  DEMO: flag(true).describe('Demo workspace on the simulated WhatsApp, with published passwords, on loopback only.'),
  DEMO_CONTENT: z
    .enum(['none', 'still', 'full'])
    .default('full')
    .describe(
      'What the demo begins with: `still`, a whole practice; `full`, one whose customers also write by themselves for five minutes a day; `none`, a few contacts and messages.',
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
    .describe('Where browsers find this server, for links and cookies. Default: http://localhost:PORT.'),
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
      'Signs tokens and cookies and seals credentials, at least 32 characters. Default: made once and kept in DATA_DIR; required with DATABASE_URL when DEMO=false.',
    ),
  SECRET_PREVIOUS: z
    .string()
    .refine((value) => value.length >= 32 || value === 'lost', { error: 'is the earlier secret, or `lost`' })
    .optional()
    .describe(
      'The secret before, at one start with another one: what it sealed is sealed again. `lost`: nobody has it any more, and that is given up. Default: none.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('A PostgreSQL of your own (16 or newer). Default: an embedded one in DATA_DIR/postgres.'),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'The same database past a pooler in transaction mode, such as PgBouncer, that DATABASE_URL leads to: for what needs a session of its own (leading, LISTEN, migrations, backups). It also gives the role of this URL the limits of DATABASE_TIMEOUT_SECONDS in this database. Default: DATABASE_URL leads to PostgreSQL itself.',
    ),
  DATABASE_POOL_SIZE: number(2, 200, 20).describe('Most connections to PostgreSQL of this process.'),
  DATABASE_TIMEOUT_SECONDS: number(1, 3_600, 15).describe(
    'Seconds that a statement may take before it is given up and the caller is told to try again. Migrations may take any time.',
  ),
  MQTT_URL: z
    .url({ protocol: /^(mqtts?|wss?)$/ })
    .optional()
    .describe(
      'A broker of your own, through which several servers tell each other. Default: none is needed for one server.',
    ),
  MQTT_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port on which engines reach the MQTT listener. Default: 1883, or a free one when that is taken.'),
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
      "Port of the local cluster's Kubernetes API. Default: 8181, or a free one when that is taken. With CLUSTER=kubernetes: the port on operators' machines at which `npm run cluster-proxy` answers; without it their browsers ask this server alone.",
    ),
  FLEET: z
    .string()
    .superRefine((text, context) => {
      const message = fleetFault(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe(
      'A simulated fleet in the local cluster, such as `nodes:1000,pods:20000`; `seed:N` and `changes:N` (a second) may be added. Default: none.',
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
    'Most engines of one driver in one pod, for far less memory an engine; those with a browser have a pod each.',
  ),
  ...enginePodSettings,
  ENGINE_SERVER_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Where engine pods find this server. Default: this machine on the local cluster, PUBLIC_URL on Kubernetes.',
    ),
  SIMULATOR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('A simulated WhatsApp elsewhere. Default: this server’s own.'),
  GRAPH_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Base URL of the WhatsApp Cloud API. Default: the simulated WhatsApp’s in demo mode, else https://graph.facebook.com.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server. Default: mail is kept in the outbox that an admin can read.'),
  MAIL_FROM: z.string().default('Switchyard <no-reply@switchyard.local>').describe('Sender of mail.'),
  TRUST_PROXY: z
    .string()
    .refine((text) => text.split(',').every((network) => isNetwork(network.trim())), {
      error: 'names addresses or networks, such as 10.0.0.5 or 10.0.0.0/8, separated by commas',
    })
    .optional()
    .describe(
      'Addresses or networks of proxies whose x-forwarded-for is believed, separated by commas. Default: none.',
    ),
  RATE_LIMIT_PER_MINUTE: number(0, 1_000_000, 3_000).describe(
    'Requests a minute of one caller; ten times as many of one address. 0: no limits at all.',
  ),
  SIGN_IN_LIMIT_PER_MINUTE: number(1, 100_000, 20).describe(
    'Attempts a minute to sign in to one account from one address.',
  ),
  REQUEST_TIMEOUT_SECONDS: number(1, 3_600, 30).describe(
    'Seconds that a request may take to arrive; ten times as long for a file.',
  ),
  CONNECTIONS_PER_ADDRESS: number(0, 1_000_000, 1_000).describe(
    'Open connections of one address whose callers have not signed in, over HTTP and over MQTT; beyond it the one that was idle for longest is closed. 0: any number.',
  ),
  BILLING: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Whether plans limit what a workspace may have. `off`: everybody has everything, and nothing is sold. Default: off, and on in the demo.',
    ),
  TRIAL_AT_SIGN_UP: flag(true).describe(
    'Whether the workspace of a new person begins with the trial of Pro, where plans limit anything.',
  ),
  STRIPE_SECRET_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Plans are paid through Stripe: its secret key, or a restricted one. Default: by invoices that an admin marks as paid.',
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('What Stripe signs with when it tells of changes to PUBLIC_URL/webhooks/stripe.'),
  STRIPE_PRODUCT_PRO: z
    .string()
    .min(1)
    .optional()
    .describe('The product at Stripe that is the plan Pro; its default price is sold, each price of it is the plan.'),
  STRIPE_PRODUCT_BUSINESS: z.string().min(1).optional().describe('The same for Business.'),
  STRIPE_TAX: flag(false).describe('Stripe works out the tax, for which it has to be set up there.'),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where Stripe is asked, such as a proxy of your own. Default: https://api.stripe.com.'),
  SIGNUP: z
    .enum(['open', 'invite', 'closed'])
    .default('open')
    .describe(
      'Who may make an account: anybody (`open`), those who are invited to a workspace (`invite`), nobody (`closed`). The first admin comes by the link that the start prints.',
    ),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'An OpenID Connect provider that people sign in with, by its issuer; its return address is PUBLIC_URL/api/auth/callback/oidc. Default: none.',
    ),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('What the provider calls this server; required with OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('The secret that the provider gave it. Default: none.'),
  OIDC_NAME: z
    .string()
    .regex(/^[^<>"&\p{Cc}]{1,40}$/u, 'a short name')
    .default('single sign-on')
    .describe('What the provider is called on the sign-in page.'),
  OIDC_ADDRESSES_VERIFIED: flag(false).describe(
    'The provider gives nobody an email address that is not theirs, though it does not say `email_verified`.',
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
      'Domains of email addresses whose people join a workspace when they first sign in with the provider, separated by commas: `example.com=WORKSPACE_ID:member`, or `:admin`. They may make an account whatever SIGNUP says. Default: none.',
    ),
  SUPPORT_CONTACT: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Whom people of this server ask for help, such as an email address; the help page shows it. Default: none.',
    ),
  PASSWORD_SIGN_IN: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether people sign in with passwords of their own. `off`: with the provider only (OIDC_ISSUER); an admin of the platform still may, with the password that they have, or one that `npm run reset-admin` makes.',
    ),
  RECEIVED_KEEP_DAYS: number(0, 36_500, 90).describe('Days that messages which came in are kept. 0: for ever.'),
  FILE_KEEP_DAYS: number(1, 36_500, 30).describe(
    'Days that a file is kept after the last message that carries it was removed.',
  ),
  FILE_QUOTA_MEGABYTES: number(0, 100_000_000, 10_240).describe(
    'Megabytes of files that a workspace may keep, the same content counted once. 0: any amount.',
  ),
  OUTBOX_KEEP_DAYS: number(0, 36_500, 7).describe(
    'Days that mail is kept which was not sent for want of SMTP_URL; the links in it open accounts. 0: for ever.',
  ),
  EVENT_KEEP_DAYS: number(0, 36_500, 90).describe('Days that events of connections are kept. 0: for ever.'),
  BOT_SESSION_KEEP_DAYS: number(0, 36_500, 365).describe(
    'Days that conversations of bots are kept after their end; figures stay. 0: for ever.',
  ),
  DELETED_KEEP_DAYS: number(0, 36_500, 30).describe(
    'Days that deleted messages are kept, and invitations that have expired. 0: for ever.',
  ),
  AUDIT_KEEP_DAYS: number(0, 36_500, 730).describe('Days that the audit logs reach back. 0: for ever.'),
  REASON_KEEP_DAYS: number(0, 36_500, 365).describe(
    'Days that reasons are kept for which people removed the browser extension. 0: for ever.',
  ),
  AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'A language model for the assistant: any server that speaks chat completions, such as http://localhost:11434/v1. Default: none; the assistant works by rules.',
    ),
  AI_API_KEY: z.string().min(1).optional().describe('The key that AI_BASE_URL asks for. Default: none.'),
  AI_MODEL: z.string().min(1).optional().describe('The name of the model there; required with AI_BASE_URL.'),
  AI_EMBEDDING_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The name of a model at AI_BASE_URL that makes embeddings (`/embeddings`): knowledge is found by what it means, too. Default: none; by its words alone.',
    ),
  AI_PRIVATE_ENDPOINTS: flag(false).describe(
    'Workspaces may name models on this machine or its network as their own, which a server of people who trust one another may like. Default: the public internet only.',
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
      'Hosts, addresses or networks of your own that webhooks may reach, also by http, separated by commas: `n8n.lan,10.0.0.0/8`. Default: none; webhooks reach the public internet only.',
    ),
  OUTAGE_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address that is told by POST (JSON) when a check of `npm run doctor` begins to fail and when it works again, once each: `event` (`outage.began`, `outage.ended`), `about`, `text`, `remedy`, `since`, `server`. Default: none is told.',
    ),
  UPDATE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address of a JSON document about the newest version, read once a day by GET, which tells it nothing of this installation: `version`, and if you like `notes` (an address) and `migrations` (their names). Default: nobody looks for newer versions.',
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
      'Encrypts what `npm run backup` writes, and opens it for `npm run restore`; at least 12 characters. Default: backups can be read by whoever has the file.',
    ),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder that a backup is written into every night, or `off`. Default: `backups` in DATA_DIR; off in the demo.',
    ),
  BACKUP_HOUR: number(0, 23, 2).describe(
    'Hour of the server’s clock from which the night’s backup is made; one that was missed is made up for within the hour.',
  ),
  BACKUP_KEEP: number(1, 1_000, 14).describe('Nightly backups that are kept in BACKUP_DIR.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much the log tells.'),
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
