import type { Database } from '../../platform/database/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { outboxMails } from './accounts.schema.ts';

/** Without an SMTP server, mail is kept in a table that administrators read. */
export const outboxMailer = ({ db }: Database): Mailer => ({
  send: async ({ to, subject, text }) => {
    await db.insert(outboxMails).values({ to, subject, text });
  },
});
