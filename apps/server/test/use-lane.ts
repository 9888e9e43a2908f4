import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Config } from '../src/platform/config/config.ts';
import type { Domain } from '../src/platform/domain.ts';
import { actorByHeader } from './actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from './lane-fixture.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/**
 * For a file's tests: one server whose callers identify themselves by a header, and for each test a workspace with one
 * engine in London.
 * @param settings server settings, read when it starts
 */
export function useLane(domains: Domain[], settings: () => Partial<Config> = () => ({})) {
  let server: TestServer;
  let lane: LaneFixture;
  beforeAll(async () => {
    server = await startTestServer({
      domains: [actorByHeader, ...domains],
      config: { rateLimitPerMinute: 0, ...settings() },
    });
  });
  beforeEach(async () => {
    lane = await createLaneFixture(server.database, 'Europe/London');
  });
  afterAll(() => server.stop());
  return {
    get server() {
      return server;
    },
    get lane() {
      return lane;
    },
  };
}
