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
 * Maximum time for an orderly shutdown, which normally takes less. The next start cleans up the rest: it adopts the
 * database and takes over the lanes.
 */
const STOP_TIMEOUT_MS = 15_000;
const ECHO_MS = 1_000;
/**
 * How far the garbage collector may let old space grow beyond the live objects, instead of V8's default of up to
 * several times (decision 146).
 */
const HEAP_GROWTH_PERCENT = 40;

try {
  const config = readConfig(process.env, process.argv.slice(2));
  const log = createLog(config.logLevel);
  guardAgainstHang();
  const broken = new Promise<'fault'>((resolve) => catchUncaught(log, () => resolve('fault')));
  const stopReason = Promise.race([listenForStop(), broken]);
  // The timeout starts at the request to stop, because a start may also take long, such as when waiting for another
  // server's migrations.
  void stopReason.then(() => {
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
  // Not earlier: a start leaves little garbage, and collecting it would make the start a twentieth slower.
  await letHeapGrowSlowly();

  const reason = await stopReason;
  log.info({ signal: reason }, 'stopping');
  await server.stop();
  process.exit(reason === 'fault' ? 1 : 0);
} catch (error) {
  // An uncaught throw would be logged and survived as a failed system call, and the process would end as if in order.
  if (!(error instanceof ConfigError || error instanceof StartError)) console.error(error);
  else for (const line of error.message.split('\n')) process.stderr.write(`switchyard: ${line}\n`);
  process.exit(1);
}

/**
 * The growth limit counts from the last full collection, and V8 runs its first only at about 300 MB. So this requests
 * one, as a task of its own.
 */
async function letHeapGrowSlowly(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  await collect({ type: 'major', execution: 'async' });
}

/** Resolves at the first SIGTERM or SIGINT. A second signal ends the process immediately. */
function listenForStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstSignalAt: number | null = null;
    const onSignal = (signal: NodeJS.Signals) => {
      // npm forwards a signal that the whole process group has already received; that echo is not a second request.
      if (firstSignalAt !== null && Date.now() - firstSignalAt > ECHO_MS) process.exit(1);
      firstSignalAt ??= Date.now();
      resolve(signal);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}
