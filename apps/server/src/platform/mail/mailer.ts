/** Sends mail by SMTP, or keeps it in the outbox table that an admin can read. */
export interface Mailer {
  send(mail: { to: string; subject: string; text: string }): Promise<void>;
}
