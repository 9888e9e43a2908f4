/**
 * Priority of mail: links that somebody is waiting for, then notices, then invitations, which anybody can send to
 * strangers.
 */
export type MailUrgency = 'account' | 'notice' | 'invitation';

export interface Mail {
  urgency: MailUrgency;
  to: string;
  subject: string;
  text: string;
}

/**
 * Sends mail by SMTP, or stores it in the outbox table that an admin can read. Resolves once the mail cannot be lost.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
