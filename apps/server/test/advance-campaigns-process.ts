// A process that advances a database's campaigns (DATABASE_URL) step by step, as a worker does, until it is killed.
import { advanceCampaigns } from '../src/domains/campaigns/advance.ts';
import { openDatabase } from '../src/platform/database/database.ts';

const { db } = openDatabase(process.env.DATABASE_URL ?? '', 1, () => undefined);
for (;;) {
  const { failed } = await advanceCampaigns(db, { now: new Date(), publicUrl: 'https://example.test' });
  if (failed.length > 0) throw failed[0]?.error;
}
