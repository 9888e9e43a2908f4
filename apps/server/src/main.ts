import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMailer, domains } from './app.ts';
import { firstAdminLink } from './domains/accounts/index.ts';
import { ConfigError, readConfig } from './platform/config/config.ts';
import { retryWhileUnavailable } from './platform/database/retry-while-unavailable.ts';
import { guardAgainstHang } from './platform/hang-guard.ts';
import { createLog } from './platform/logging/log.ts';
import { catchUncaught } from './platform/logging/uncaught.ts';
import { StartError } from './platform/start-error.ts';
import { startServer } from './start-server.ts';

/**
 * An orderly end takes less. What is left after this is left to the next start, which adopts the database and takes
 * over the lanes.
 */
const STOP_TIMEOUT_MS = 15_000;
const ECHO_MS = 1_000;
/**
 * The collector lets old space grow by so many percent over what is alive, in place of its own choice of up to several
 * times (decision 146).
 */
const HEAP_GROWTH_PERCENT = 40;

try {
  const config = readConfig(process.env, process.argv.slice(2));
  const log = createLog(config.logLevel);
  guardAgainstHang();
  const broken = new Promise<'fault'>((resolve) => catchUncaught(log, () => resolve('fault')));
  const asked = Promise.race([listenForStop(), broken]);
  // From when it is asked: a start, too, may wait for long, such as for another server's migrations.
  void asked.then(() => {
    setTimeout(() => {
      log.error('did not stop in time');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
  });
  const server = await startServer({ config, log, domains, createMailer });
  if (server.port !== null) process.stdout.write(`Switchyard is ready at http://localhost:${server.port}\n`);
  else process.stdout.write('Switchyard is ready\n');
  const link = await retryWhileUnavailable(() => firstAdminLink(server.platform));
  if (link !== null)
    process.stdout.write(`There is no administrator yet. Whoever signs up here is the first: ${link}\n`);
  // Not before: a start leaves little behind, and collecting it takes a twentieth longer.
  await letHeapGrowSlowly();

  const reason = await asked;
  log.info({ signal: reason }, 'stopping');
  await server.stop();
  process.exit(reason === 'fault' ? 1 : 0);
} catch (error) {
  // Thrown, a failed call to the system would be taken for one that is survived, and the end for an orderly one.
  if (!(error instanceof ConfigError || error instanceof StartError)) console.error(error);
  else for (const line of error.message.split('\n')) process.stderr.write(`switchyard: ${line}\n`);
  process.exit(1);
}

/**
 * The growth counts from what the last full collection left, and V8 makes the first of its own accord only at some 300
 * MB: so one is asked for, in a task of its own.
 */
async function letHeapGrowSlowly(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  await collect({ type: 'major', execution: 'async' });
}

/** Resolves at the first SIGTERM or SIGINT; asked again later, the process ends at once. */
function listenForStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    const ask = (signal: NodeJS.Signals) => {
      // npm passes on a signal that the whole process group has had already; that is not asking again.
      if (askedAt !== null && Date.now() - askedAt > ECHO_MS) process.exit(1);
      askedAt ??= Date.now();
      resolve(signal);
    };
    process.on('SIGTERM', ask);
    process.on('SIGINT', ask);
  });
}
