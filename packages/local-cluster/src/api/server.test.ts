import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { askCluster } from '../../test/ask-cluster.ts';
import { createAuthority } from '../../test/certificates.ts';
import { ClusterUnderTest } from '../../test/cluster-under-test.ts';

it('closes even during a caller’s TLS handshake', async () => {
  const authority = createAuthority();
  const under = await new ClusterUnderTest().start({ tls: authority.issue('api') });
  const { url, token } = under.cluster;
  const caller = connect(Number(new URL(url).port), '127.0.0.1');
  caller.on('error', () => undefined);
  await once(caller, 'connect');
  // Connections are accepted in order: everyone before an answered call has been accepted too.
  await askCluster({ url, token, ca: authority.cert }, 'GET', '/healthz');
  await under.destroy();
  if (!caller.closed) await once(caller, 'close');
  expect(caller.destroyed).toBe(true);
});
