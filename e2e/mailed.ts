import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { expect } from './fixtures.ts';
import type { OwnServer } from './own-server.ts';

/** Settings of a server whose mail stays in its queue, as nothing listens at the SMTP server's address. */
export const MAIL_WAITS = { SMTP_URL: 'smtp://127.0.0.1:9' };

/** Returns the link to `path` in the latest mail to an address, from a server with {@link MAIL_WAITS}. */
export async function readMailedLink(server: OwnServer, to: string, path: string): Promise<string> {
  const { pool, close } = openDatabase(server.databaseUrl(), 1, () => undefined);
  const find = async () => {
    const { rows } = await pool.query<{ text: string }>(
      `select data->>'text' as text from pgboss.job
       where name = 'mail' and data->>'to' = $1 and data->>'text' like '%' || $2 || '%' order by created_on desc limit 1`,
      [to, path],
    );
    return rows[0]?.text.split('\n').find((line) => line.startsWith('http') && line.includes(path)) ?? '';
  };
  await expect.poll(find, { message: `a mail to ${to} with a link to ${path}` }).not.toBe('');
  const link = await find();
  await close();
  return link;
}
