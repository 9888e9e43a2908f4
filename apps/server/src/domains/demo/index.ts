import type { Domain } from '../../platform/domain.ts';
import { serveDemoKey } from './demo-key.http.ts';
import { serveDemoLife } from './life/demo-life.http.ts';
import { seedDemo } from './seed-demo.ts';

/** Creates the demo workspace on the first start with `DEMO` on. */
export const demoDomain: Domain = {
  name: 'demo',
  http(server, platform) {
    serveDemoKey(server, platform);
    serveDemoLife(server, platform);
  },
  /** Its rows exist before the other domains start. */
  async prepare({ config, database, secret, log }) {
    const given = config.demoContent === 'none' ? null : secret;
    if (config.demo && (await seedDemo(database.db, new Date(), given))) log.info('created the demo workspace');
  },
};
