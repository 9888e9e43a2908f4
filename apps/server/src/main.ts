import { createMailer, domains } from './app.ts';
import { ConfigError, readConfig } from './platform/config/config.ts';
import { createLog } from './platform/logging/log.ts';
import { StartError } from './platform/start-error.ts';
import { startServer } from './start-server.ts';

try {
  const config = readConfig(process.env, process.argv.slice(2));
  const log = createLog(config.logLevel);
  const server = await startServer({ config, log, domains, createMailer });
  if (server.port !== null) process.stdout.write(`Switchyard is ready at http://localhost:${server.port}\n`);

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  for (const line of error.message.split('\n')) process.stderr.write(`switchyard: ${line}\n`);
  process.exit(1);
}
