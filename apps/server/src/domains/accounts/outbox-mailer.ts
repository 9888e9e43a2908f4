import type { Database } from '../../platform/database/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { outboxMails } from './accounts.schema.ts';

/** Without an SMTP server, mail is stored in a table for administrators to read. */
export const outboxMailer = ({ db }: Database): Mailer => ({
  send: async ({ to, subject, text }) => {
    await db.insert(outboxMails).values({ to, subject, text });
  },
});
