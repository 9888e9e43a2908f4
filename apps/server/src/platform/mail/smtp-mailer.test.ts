import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** The part of an SMTP server (RFC 5321) that is needed to receive a mail. */
async function receiveMail(port = 0): Promise<{ url: string; port: number; mails: string[] }> {
  const mails: string[] = [];
  const server: Server = createServer((socket: Socket) => {
    let data: string | null = null;
    const answer = (line: string) => {
      if (data !== null) {
        if (line !== '.') data += `${line}\n`;
        else {
          mails.push(data);
          data = null;
          socket.write('250 kept\r\n');
        }
      } else if (line === 'DATA') {
        data = '';
        socket.write('354 go on\r\n');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    };
    let rest = '';
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answer(line);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => server.close(resolve)));
  const bound = (server.address() as AddressInfo).port;
  return { url: `smtp://127.0.0.1:${bound}`, port: bound, mails };
}

async function start(smtpUrl: string, roles: ('api' | 'worker')[]): Promise<TestServer> {
  const server = await startTestServer({ config: { smtpUrl, roles, cluster: 'none' } });
  stops.push(() => server.stop());
  return server;
}

const outboxCount = async (server: TestServer) =>
  (await server.database.pool.query('select count(*)::int as n from outbox_mails')).rows[0].n;

test('mails a reset link through a worker with an SMTP server, and does not store it in the outbox', async () => {
  const { url, mails } = await receiveMail();
  const server = await start(url, ['api', 'worker']);
  const { email } = await server.signUp();
  expect((await server.call('POST', '/api/auth/request-password-reset', { email })).status).toBe(200);
  await vi.waitFor(() => expect(mails).toHaveLength(1), { timeout: 20_000 });
  expect(mails[0]).toContain(`To: ${email}`);
  // Its apostrophes are not ASCII, so it arrives as quoted-printable.
  expect(mails[0]?.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')).toContain('/reset-password?token=');
  expect(await outboxCount(server)).toBe(0);
});

test('sends mail that somebody waits for before notices, and those before invitations', async () => {
  const { platform } = await start('smtp://127.0.0.1:9', ['api']);
  for (const urgency of ['invitation', 'notice', 'invitation', 'account'] as const) {
    await platform.mailer.send({ urgency, to: 'ann@example.test', subject: urgency, text: '' });
  }
  const order = [];
  for (let at = 0; at < 4; at += 1) {
    const [job] = await platform.jobs.fetch<{ subject: string }>('mail');
    order.push(job?.data.subject);
  }
  expect(order).toEqual(['account', 'notice', 'invitation', 'invitation']);
});

test('sends several mails at once, so that a slow one holds up no other', async () => {
  const mailServer = createServer();
  const greeted = new Set<Socket>();
  mailServer.on('connection', (socket) => {
    socket.on('error', () => undefined);
    greeted.add(socket);
  });
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    for (const socket of greeted) socket.destroy();
    await new Promise((resolve) => mailServer.close(resolve));
  });
  const { platform } = await start(`smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`, ['api', 'worker']);
  for (let at = 0; at < 3; at += 1) {
    await platform.mailer.send({ urgency: 'notice', to: 'ann@example.test', subject: 'x', text: '' });
  }
  // None is answered, and so none ends.
  await vi.waitFor(() => expect(greeted.size).toBe(3), { timeout: 9_000 });
});

test('keeps mail in the database while the mail server is down, and still accepts requests for it', async () => {
  const server = await start('smtp://127.0.0.1:9', ['api']);
  const { email } = await server.signUp();
  expect((await server.call('POST', '/api/auth/request-password-reset', { email })).status).toBe(200);
  const { rows } = await server.database.pool.query(
    `select data ->> 'to' as "to", state::text, retry_limit from pgboss.job where name = 'mail'`,
  );
  expect(rows).toEqual([{ to: email, state: 'created', retry_limit: 8 }]);
});
