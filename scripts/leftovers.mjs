import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Time PostgreSQL gets to release its shared memory before it is killed. */
const POSTGRES_GRACE_MS = 3_000;
/** Maximum time to wait for killed processes; one that survives is stuck in the kernel. */
const KILL_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 50;

/**
 * Finds the processes of a test run: those whose temporary directory or working directory is the run's or inside it,
 * regardless of parent and process group, because engine processes outlive their server and PostgreSQL overwrites its
 * environment. Linux only; finds none on other systems.
 * @returns {{pid: number, command: string}[]} without the calling process
 */
export function findLeftovers(directory) {
  // For any other directory it would find, and kill, unrelated processes.
  if (!/\/switchyard-run-[^/]+(\/[^/]+)*$/.test(directory))
    throw new Error(`not a directory of a test run: ${directory}`);
  return processIds()
    .filter((pid) => pid !== process.pid && belongs(pid, directory))
    .map((pid) => ({ pid, command: readProcess(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}

/**
 * Kills all processes of a run, including any they start in the meantime. Processes that end within the grace period
 * do not count.
 * @returns {Promise<string[]>} commands of the killed processes
 */
export async function endLeftovers(directory, graceMs = 0) {
  const graceUntil = Date.now() + graceMs;
  while (Date.now() < graceUntil && findLeftovers(directory).length > 0) await delay(POLL_INTERVAL_MS);
  const ended = new Map();
  const began = Date.now();
  while (Date.now() - began < KILL_TIMEOUT_MS) {
    const left = findLeftovers(directory);
    if (left.length === 0) break;
    for (const { pid, command } of left) {
      ended.set(pid, command);
      // A killed PostgreSQL would leave its shared memory behind, of which the system has a few thousand segments. The
      // other processes are killed first because they would restart it.
      const isPostgres = /^\S*postgres\b/.test(command) && Date.now() - began < POSTGRES_GRACE_MS;
      send(pid, isPostgres ? 'SIGQUIT' : 'SIGKILL');
    }
    await delay(POLL_INTERVAL_MS);
  }
  return [...ended.values()];
}

function processIds() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function belongs(pid, directory) {
  if (/^\S+ \(.*\) Z /s.test(readProcess(pid, 'stat'))) return false;
  const isIn = (path, parent) => `${path}/`.startsWith(`${parent}/`);
  const variables = readProcess(pid, 'environ').split('\0');
  if (variables.some((variable) => variable.startsWith('TMPDIR=') && isIn(variable, `TMPDIR=${directory}`)))
    return true;
  try {
    return isIn(readlinkSync(`/proc/${pid}/cwd`), realpathSync(directory));
  } catch {
    return false;
  }
}

/** Returns an empty text for a process that ended or belongs to another user. */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}
