import { createTransport, type Transporter } from 'nodemailer';
import type { PgBoss } from 'pg-boss';
import type { Config } from '../config/config.ts';
import { retryWhileUnavailable } from '../database/retry-while-unavailable.ts';
import type { Stoppable } from '../domain.ts';
import type { Platform } from '../platform.ts';
import type { Mail, Mailer, MailUrgency } from './mailer.ts';

const QUEUE = 'mail';
const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;
/** With the doubling delay, the last try is about an hour after the first. */
const RETRIES = 8;
const RETRY_DELAY_SECONDS = 15;
/** Mails sent at once by one worker, so that one waiting for the mail server does not block the others. */
const CONCURRENCY = 5;
const POLL_SECONDS = 0.5;
const PRIORITIES: Record<MailUrgency, number> = { account: 2, notice: 1, invitation: 0 };
/** Mail contains links that sign people in, so it is deleted soon after it was sent. */
const KEEP_SENT_SECONDS = 600;

/**
 * Queues mail as jobs, so that it survives a restart and an unavailable mail server. Any worker sends it (see
 * `workMail`).
 */
export function smtpMailer(jobs: PgBoss): Mailer {
  let ready: Promise<void> | undefined;
  return {
    async send(mail) {
      ready ??= createQueue(jobs);
      await ready.catch((error: unknown) => {
        ready = undefined;
        throw error;
      });
      await jobs.send(QUEUE, mail, { priority: PRIORITIES[mail.urgency] });
    },
  };
}

/** Role `worker`: sends queued mail by SMTP; idle without `SMTP_URL`. */
export async function workMail({ config, jobs, log }: Platform): Promise<Stoppable> {
  if (config.smtpUrl === null) return { stop: async () => undefined };
  await retryWhileUnavailable(() => createQueue(jobs));
  const transport = openTransport(config.smtpUrl);
  const worker = await jobs.work<Mail>(
    QUEUE,
    { pollingIntervalSeconds: POLL_SECONDS, localConcurrency: CONCURRENCY },
    async (batch) => {
      for (const { data } of batch) {
        await sendMail(transport, config, data).catch((error: unknown) => {
          log.warn({ err: error, to: data.to, subject: data.subject }, 'mail was not sent; it will be tried again');
          throw error;
        });
      }
    },
  );
  return {
    async stop() {
      await jobs.offWork(QUEUE, { id: worker });
      transport.close();
    },
  };
}

const createQueue = (jobs: PgBoss): Promise<void> =>
  jobs.createQueue(QUEUE, {
    retryLimit: RETRIES,
    retryDelay: RETRY_DELAY_SECONDS,
    retryBackoff: true,
    expireInSeconds: 120,
    deleteAfterSeconds: KEEP_SENT_SECONDS,
  });

const openTransport = (smtpUrl: string): Transporter =>
  createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });

const sendMail = (transport: Transporter, { mailFrom }: Config, { to, subject, text }: Mail): Promise<unknown> =>
  transport.sendMail({ from: mailFrom, to, subject, text });

/** Rejects with the reason if the mail server cannot be reached or does not accept our sign-in. */
export async function verifyMail(smtpUrl: string): Promise<void> {
  const transport = openTransport(smtpUrl);
  await transport.verify().finally(() => transport.close());
}
