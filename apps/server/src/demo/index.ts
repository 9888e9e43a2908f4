import type { Domain } from '../platform/domain.ts';
import { seedDemo } from './seed-demo.ts';

/** The demo workspace of a first start with `DEMO` on. */
export const demoDomain: Domain = {
  name: 'demo',
  async work({ config, database, log }) {
    if (config.demo && (await seedDemo(database.db, new Date()))) log.info('made the demo workspace');
    return { stop: async () => undefined };
  },
};
