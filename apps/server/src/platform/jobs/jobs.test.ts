import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../database/database.ts';
import { createLog } from '../logging/log.ts';
import { startJobs, stopJobs } from './jobs.ts';

let database: Database;
let drop: () => Promise<void>;
beforeEach(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterEach(() => drop());

test('starts although the database is killed meanwhile and recovers', async () => {
  let queries = 0;
  let starting = true;
  const pool = new Proxy(database.pool, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name);
      return (...query: [string]) => {
        // Every third query meets a server that is just starting up.
        queries += 1;
        if (starting && queries % 3 === 0)
          return Promise.reject(Object.assign(new Error('starting up'), { code: '57P03' }));
        return target.query(...query);
      };
    },
  });
  const jobs = await startJobs({ ...database, pool }, createLog('silent'), false);
  starting = false;
  await jobs.createQueue('errands');
  expect(await jobs.send('errands', { what: 'something' })).toEqual(expect.any(String));
  await stopJobs(jobs);
});
