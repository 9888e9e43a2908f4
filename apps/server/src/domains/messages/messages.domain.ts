import type { Domain } from '../../platform/domain.ts';
import { serveLane } from './lane/lane.http.ts';
import { startZombieWatch } from './lane/restart-zombies.ts';
import { startLaneSweep } from './lane/sweep.ts';
import { messagesRouter } from './messages.routes.ts';

/** Scheduled messages: the user's view of them, and the lanes that send them. */
export const messagesDomain: Domain = {
  name: 'messages',
  router: messagesRouter,
  http: serveLane,
  async work(platform) {
    const parts = [startLaneSweep(platform), startZombieWatch(platform)];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
};
