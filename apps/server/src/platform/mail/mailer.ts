/** What goes first: links that somebody waits for, then what happened, then what anybody can have sent to strangers. */
export type MailUrgency = 'account' | 'notice' | 'invitation';

export interface Mail {
  urgency: MailUrgency;
  to: string;
  subject: string;
  text: string;
}

/**
 * Sends mail by SMTP, or keeps it in the outbox table that an admin can read. Resolves when the mail cannot be lost any
 * more.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
