import { rebuildConversations } from '../domains/inbox/index.ts';
import { openDatabase } from '../platform/database/database.ts';
import { runCommand, runningDatabaseUrl } from './run-command.ts';

/** `npm run rebuild-conversations`, beside a running server: rebuilds what the inbox shows of each chat from messages. */
await runCommand(async (config) => {
  const database = openDatabase(runningDatabaseUrl(config), 1, () => undefined);
  const count = await database.db.transaction(rebuildConversations).finally(() => database.close());
  process.stdout.write(`${count} conversations rebuilt\n`);
});
