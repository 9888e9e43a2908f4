import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { chatsDomain } from '../../server/src/domains/chats/index.ts';
import { enginesDomain } from '../../server/src/domains/engines/index.ts';
import { messagesDomain } from '../../server/src/domains/messages/index.ts';
import { startTestServer, type TestServer } from '../../server/test/test-server.ts';
import { EngineRig } from '../test/engine-rig.ts';
import { eventually } from '../test/eventually.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let rig: EngineRig;
beforeAll(async () => {
  server = await startTestServer({ domains: [enginesDomain, messagesDomain, chatsDomain] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  rig = await EngineRig.open(server);
});
afterEach(() => rig.close());

/** A module that a process loads first: sets its host's clock off by this much. */
const clockThatIsOff = (byMs: number) =>
  `data:text/javascript,${encodeURIComponent(`
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given) { given.length > 0 ? super(...given) : super(Right.now() + ${byMs}); }
      static now() { return Right.now() + ${byMs}; }
    };`)}`;

test.each([HOUR_MS, -HOUR_MS])(
  'on a host whose clock is off by %i ms, stores correct times and keeps the lease',
  async (offMs) => {
    const { pool } = server.database;
    const { fixture, network } = rig;
    rig.startProcess({}, ['--import', clockThatIsOff(offMs)]);
    /** Seconds from now, by the database's clock. */
    const ask = async (what: string, from: string) =>
      (await pool.query<Record<string, number>>(`select ${what} from ${from}`, [fixture.engineId])).rows;
    const code = await eventually(async () => {
      const { rows } = await pool.query(
        'select qrcode, extract(epoch from qrcode_until - now())::float8 as left from engines where id = $1',
        [fixture.engineId],
      );
      expect(rows[0].qrcode).not.toBeNull();
      return rows[0] as { qrcode: string; left: number };
    });
    const leaseNow = async () => {
      const what = 'extract(epoch from expires_at - now())::float8 as left, generation::float8';
      return (await ask(what, 'engine_lanes where engine_id = $1'))[0];
    };
    const taken = await leaseNow();
    expect(code.left).toBeGreaterThan(5);
    expect(code.left).toBeLessThan(120);
    await network.phones.scan(rig.account, code.qrcode);

    await fixture.add({ text: `Message of a clock that is off by ${offMs}` });
    await eventually(async () => expect((await fixture.rows())[0]).toMatchObject({ status: 'sent', ack: 3 }));
    const [sent] = await ask(
      `extract(epoch from now() - sent_at)::float8 as sent, extract(epoch from now() - delivered_at)::float8 as delivered,
     extract(epoch from now() - read_at)::float8 as read`,
      'messages where engine_id = $1',
    );
    const events = await eventually(async () => {
      const found = await ask(
        'extract(epoch from now() - from_date_time)::float8 as ago',
        'session_events where engine_id = $1',
      );
      expect(found.length).toBeGreaterThan(2);
      return found;
    });
    for (const ago of [...Object.values(sent ?? {}), ...events.map((event) => event.ago ?? Number.NaN)]) {
      expect(Math.abs(ago)).toBeLessThan(60);
    }
    // Another holder cannot have it: the lease is alive for the database.
    const lease = await leaseNow();
    expect(lease).toMatchObject({ generation: taken?.generation });
    expect(lease?.left).toBeGreaterThan(0);
  },
);
