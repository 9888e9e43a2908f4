import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { chatsRouter } from './chats.routes.ts';
import { forgetReceived } from './forget-received.ts';
import { serveReceived } from './received.http.ts';

/** What came in from WhatsApp, and the chats that it makes with what was sent. */
export const chatsDomain: Domain = {
  name: 'chats',
  routers: { chats: chatsRouter },
  http: serveReceived,
  work: (platform) =>
    runHourly(platform, 'forget-received-messages', async () => {
      const { receivedKeepDays } = platform.config;
      const count = receivedKeepDays === 0 ? 0 : await forgetReceived(platform.database.pool, receivedKeepDays);
      if (count > 0) platform.log.info({ count, receivedKeepDays }, 'removed old messages that had come in');
    }),
};
