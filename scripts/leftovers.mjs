import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** PostgreSQL is given this long to give its shared memory back before it is killed too. */
const POSTGRES_GRACE_MS = 3_000;
/** A process that a kill does not end waits for the kernel, and nothing of ours can change that. */
const PATIENCE_MS = 15_000;
const LOOK_AGAIN_MS = 50;

/**
 * Processes that belong to a test run: their temporary directory is the run's or in it, or they work there. Whoever
 * started them and whatever group they are in: engine processes outlive their server, and PostgreSQL overwrites its
 * environment. Linux only; elsewhere it finds none.
 * @returns {{pid: number, command: string}[]} but for the process that asks
 */
export function findLeftovers(directory) {
  // Of any other folder it would name, and end, what others run there.
  if (!/\/switchyard-run-[^/]+(\/[^/]+)*$/.test(directory))
    throw new Error(`not a directory of a test run: ${directory}`);
  return processIds()
    .filter((pid) => pid !== process.pid && belongs(pid, directory))
    .map((pid) => ({ pid, command: readProcess(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}

/**
 * Ends every process of a run, also what they start meanwhile; those that go by themselves in time do not count.
 * @returns {Promise<string[]>} what they were
 */
export async function endLeftovers(directory, graceMs = 0) {
  const graceUntil = Date.now() + graceMs;
  while (Date.now() < graceUntil && findLeftovers(directory).length > 0) await delay(LOOK_AGAIN_MS);
  const ended = new Map();
  const began = Date.now();
  while (Date.now() - began < PATIENCE_MS) {
    const left = findLeftovers(directory);
    if (left.length === 0) break;
    for (const { pid, command } of left) {
      ended.set(pid, command);
      // Killed outright it would leave its shared memory in the system, one of a few thousand pieces. The others first:
      // they start it again.
      const isPostgres = /^\S*postgres\b/.test(command) && Date.now() - began < POSTGRES_GRACE_MS;
      send(pid, isPostgres ? 'SIGQUIT' : 'SIGKILL');
    }
    await delay(LOOK_AGAIN_MS);
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
  if (variables.some((one) => one.startsWith('TMPDIR=') && isIn(one, `TMPDIR=${directory}`))) return true;
  try {
    return isIn(readlinkSync(`/proc/${pid}/cwd`), realpathSync(directory));
  } catch {
    return false;
  }
}

/** Empty for a process that is gone, or another user's. */
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
    // Gone meanwhile.
  }
}
