import { statfs } from 'node:fs/promises';
import manifest from '../../../package.json' with { type: 'json' };
import { readBackupState } from '../backup/backup-state.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { DEFAULT_HEALTH_PORT } from '../http/health-server.ts';
import { isNewer, newMigrations, readLatestRelease } from '../releases/releases.ts';

/** `unknown`: could not be determined. */
export interface Finding {
  about: string;
  state: 'ok' | 'warning' | 'failing' | 'unknown';
  text: string;
  /** Null if there is nothing to do. */
  remedy: string | null;
}

export interface ExamineDeps {
  config: Config;
  /** Null if no server is running to connect to. */
  database: Database | null;
  /** Rejects with the reason if the mail server does not accept our sign-in. */
  verifyMail: (smtpUrl: string) => Promise<unknown>;
  listOffline: (database: Database) => Promise<string[]>;
  /** Rejects with the reason if the directory of cells does not accept our reports. */
  checkDirectory: (config: Config) => Promise<unknown>;
}

const ANSWER_TIMEOUT_MS = 5_000;
const MAX_CLOCK_SKEW_MS = 2_000;
const MEGABYTE = 1024 * 1024;
const FEW_MEGABYTES = 2_048;
const TOO_FEW_MEGABYTES = 64;
const HOUR_MS = 3_600_000;

type CheckResult = Omit<Finding, 'about'>;

const ok = (text: string): CheckResult => ({ state: 'ok', text, remedy: null });
const warning = (text: string, remedy: string): CheckResult => ({ state: 'warning', text, remedy });
const failing = (text: string, remedy: string): CheckResult => ({ state: 'failing', text, remedy });
const unknown = (text: string, remedy: string): CheckResult => ({ state: 'unknown', text, remedy });

const NO_SERVER = unknown('no server responds', 'Start it with these settings, then run this again.');

/** Examines an installation from outside, by its settings: what prevents it from working, or soon will. */
export async function examine(deps: ExamineDeps): Promise<Finding[]> {
  const { config, database } = deps;
  const parts = await readHealth(config);
  const checks: Record<string, () => CheckResult | Promise<CheckResult>> = {
    server: () => (parts === null ? NO_SERVER : ok(`responds on port ${config.port}`)),
    database: () => checkPart(parts, 'database', 'Check the PostgreSQL log, and DATABASE_URL.'),
    writes: () => checkPart(parts, 'writes', 'The disk of the database is full, or it is a standby.'),
    broker: () =>
      checkPart(parts, 'broker', 'Check MQTT_URL and the log of the broker. Messages are still sent without it.'),
    cluster: () => checkPart(parts, 'cluster', 'Check the rights of the service account (deploy/base/rbac.yaml).'),
    ...(config.cell?.directoryUrl && { cells: () => checkCells(deps) }),
    mail: () => checkMail(deps),
    https: () => checkHttps(config),
    proxy: () => checkProxy(config),
    'sign-up': () => checkSignUp(config),
    clock: () => (database ? checkClock(database) : NO_SERVER),
    disk: () => checkDisk(config),
    backup: () => (database ? checkBackup(database, config) : NO_SERVER),
    version: () => (database ? checkVersion(database, config) : NO_SERVER),
    engines: () => (database ? checkEngines(database, deps) : NO_SERVER),
  };
  return Promise.all(
    Object.entries(checks).map(async ([about, check]) => {
      const result = await Promise.resolve()
        .then(check)
        .catch((error: Error) => unknown(error.message, 'Fix this first, then run this again.'));
      return { about, ...result };
    }),
  );
}

/** The running server's own view of its parts; null if it does not respond. */
async function readHealth({ port, healthPort, roles }: Config): Promise<Record<string, string> | null> {
  const at = roles.includes('api') ? port : (healthPort ?? DEFAULT_HEALTH_PORT);
  try {
    const answer = await fetch(`http://127.0.0.1:${at}/health`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return ((await answer.json()) as { parts: Record<string, string> }).parts;
  } catch {
    return null;
  }
}

function checkPart(parts: Record<string, string> | null, part: string, remedy: string): CheckResult {
  if (parts === null) return NO_SERVER;
  const state = parts[part];
  if (state === 'none') return ok('not used here');
  return state === 'ok' ? ok('works') : failing(state ?? 'unknown', remedy);
}

async function checkMail({ config: { smtpUrl, demo }, verifyMail }: ExamineDeps): Promise<CheckResult> {
  if (smtpUrl === null) {
    if (demo) return ok('the demo keeps its mail in an outbox');
    return warning('no mail is sent', 'Set SMTP_URL: invitations and password resets are sent by mail.');
  }
  try {
    await verifyMail(smtpUrl);
    return ok('the mail server accepts the login');
  } catch (error) {
    return failing((error as Error).message, 'Check the host, port, user and password in SMTP_URL.');
  }
}

async function checkCells({ config, checkDirectory }: ExamineDeps): Promise<CheckResult> {
  try {
    await checkDirectory(config);
    return ok('the directory accepts the reports of this cell');
  } catch (error) {
    return failing((error as Error).message, 'Check CELL_DIRECTORY_URL, and that CELL_SECRET is the same there.');
  }
}

const isLocal = (url: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

async function checkHttps({ publicUrl }: Config): Promise<CheckResult> {
  const url = new URL(publicUrl);
  if (url.protocol === 'http:') {
    if (isLocal(url)) return ok('this machine only');
    return warning(
      `${publicUrl} is not encrypted`,
      'Put a proxy with a certificate in front of it, and set PUBLIC_URL to https.',
    );
  }
  try {
    await fetch(new URL('/health', url), { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return ok(`${publicUrl} answers with a valid certificate`);
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return failing(`${publicUrl}: ${reason}`, 'Check DNS, the proxy and its certificate. Browsers use this address.');
  }
}

function checkProxy({ publicUrl, trustProxy }: Config): CheckResult {
  if (trustProxy !== null) return ok(`${trustProxy} is trusted`);
  if (isLocal(new URL(publicUrl))) return ok('none is expected');
  return warning(
    'no proxy is configured',
    'If there is one in front of the server, set TRUST_PROXY to its address: otherwise all callers share one limit.',
  );
}

function checkSignUp({ signUp, demo }: Config): CheckResult {
  if (signUp !== 'open' || demo) return ok(demo ? 'the demo is open' : signUp);
  return warning('anyone who can reach this server can create an account', 'Set SIGNUP to invite or closed.');
}

async function checkClock({ pool }: Database): Promise<CheckResult> {
  const startedAtMs = Date.now();
  const { rows } = await pool.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  );
  const halfwayMs = (startedAtMs + Date.now()) / 2;
  const skewMs = Math.round(Math.abs((rows[0]?.ms ?? Number.NaN) - halfwayMs));
  if (skewMs <= MAX_CLOCK_SKEW_MS) return ok(`${skewMs} ms apart from the database's`);
  return failing(
    `${skewMs} ms apart from the database's`,
    'Synchronize the clocks of both machines with NTP (timedatectl set-ntp true).',
  );
}

async function checkDisk({ dataDir }: Config): Promise<CheckResult> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  const text = `${free} MB free in ${dataDir}`;
  const remedy = 'Free some space, or move DATA_DIR. A full disk stops the database.';
  if (free < TOO_FEW_MEGABYTES) return failing(text, remedy);
  return free < FEW_MEGABYTES ? warning(text, remedy) : ok(text);
}

async function checkBackup(database: Database, { backupDir }: Config): Promise<CheckResult> {
  const { state, madeAt, failure } = await readBackupState(database);
  const remedy =
    backupDir === null
      ? 'Set BACKUP_DIR, or run npm run backup -- FILE every night (docs/OPERATING.md).'
      : 'Is a process with ROLES=worker running? Its log says why there is no backup from last night.';
  const age = madeAt && `the last one is ${Math.floor((Date.now() - madeAt.getTime()) / HOUR_MS)} hours old`;
  if (state === 'failing') {
    const text = `the nightly backup failed: ${failure}; ${age ?? 'there is none'}`;
    return failing(
      text,
      'Free some space in BACKUP_DIR, and make sure the server can write there. It is retried every hour.',
    );
  }
  return state === 'ok' ? ok(`${age}`) : warning(age ?? 'there is none', remedy);
}

const MAX_NAMED_MIGRATIONS = 10;

async function checkVersion(database: Database, { updateUrl }: Config): Promise<CheckResult> {
  const { version } = manifest;
  if (updateUrl === null) return ok(`${version}; newer versions are not checked for (no UPDATE_URL)`);
  const { release, isRecent } = await readLatestRelease(database);
  if (release && isNewer(release.version, version)) {
    const migrations = newMigrations(release);
    const named = migrations.slice(0, MAX_NAMED_MIGRATIONS).join(', ');
    const more =
      migrations.length > MAX_NAMED_MIGRATIONS ? ` and ${migrations.length - MAX_NAMED_MIGRATIONS} more` : '';
    const changes = migrations.length > 0 ? `it changes the database: ${named}${more}` : 'it lists no migrations';
    const notes = release.notes ? `${release.notes}, then ` : '';
    return warning(
      `${release.version} is available, this is ${version}; ${changes}`,
      `Read ${notes}docs/OPERATING.md, Upgrade and rollback: back up first.`,
    );
  }
  if (release && isRecent) return ok(`${version} is the newest version`);
  return unknown(
    `${version}; UPDATE_URL has not answered lately`,
    'Can this server reach UPDATE_URL? Its log says why not.',
  );
}

async function checkEngines(database: Database, { listOffline }: ExamineDeps): Promise<CheckResult> {
  const names = await listOffline(database);
  if (names.length === 0) return ok('every engine that should run has a process that responds');
  return failing(
    `no process responds for: ${names.join(', ')}`,
    'Their pages say why. Many at once: is there a process with ROLES=worker, and room in the cluster?',
  );
}
