import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDirectory } from '../paths.ts';
import { ConfigError, readConfig } from './config.ts';
import { settings } from './settings.ts';

function faultsOf(environment: Record<string, string>, args: string[] = []): string[] {
  try {
    readConfig(environment, args);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('is the demo on loopback without settings', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    demo: true,
    roles: ['api', 'worker'],
    mqttPort: null,
  });
});

test('listens on all addresses outside demo mode', () => {
  expect(readConfig({ DEMO: 'false' })).toMatchObject({ host: '0.0.0.0', demo: false });
});

test('reports every fault at once, each with its name', () => {
  const faults = faultsOf({ PORT: 'abc', DATABSE_URL: 'postgres://x', LOG_LEVEL: 'loud', SECRET: 'short' }, ['--port']);
  expect(faults).toHaveLength(5);
  expect(faults.join('\n')).toMatch(/--port: there are no arguments/);
  expect(faults.join('\n')).toMatch(/DATABSE_URL: is not a setting; did you mean DATABASE_URL\?/);
  for (const name of ['PORT', 'LOG_LEVEL', 'SECRET']) expect(faults.join('\n')).toMatch(new RegExp(`^${name}: `, 'm'));
});

test.each(['PROT', 'SECERT', 'DATA_DRI', 'PUBLIC_ULR', 'MQTT_UR', 'ROLE', 'LOCAL_CLUSTERPORT'])(
  'recognises %s as a near miss',
  (name) => {
    expect(faultsOf({ [name]: 'x' })).toHaveLength(1);
  },
);

test('finds no near misses in an ordinary environment', () => {
  const names =
    'PATH HOME USER SHELL LANG TERM PWD OLDPWD MAIL LOGNAME HOSTNAME EDITOR TMPDIR CI NODE_ENV DISPLAY SHLVL npm_config_port';
  expect(faultsOf(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toEqual([]);
});

test.each(['localhost:3000', 'ftp://example.com', 'javascript:x', 'https://example.com/switchyard', 'https://a@b.c'])(
  'rejects PUBLIC_URL=%s, where browsers cannot find the server or cookies would not work',
  (value) => {
    expect(faultsOf({ PUBLIC_URL: value })).toEqual([expect.stringMatching(/^PUBLIC_URL: /)]);
  },
);

test.each(['https://example.com', 'http://localhost:3000/', 'https://[2001:db8::1]:8443'])(
  'accepts PUBLIC_URL=%s',
  (value) => expect(readConfig({ PUBLIC_URL: value }).publicUrl).toBe(value),
);

test.each(['true', '1', 'proxy.example.com', '10.0.0.0/33', '10.0.0.1,', '10.0.0.0/a', '10.0.0.0/8/8', '10.0.0.0/'])(
  'rejects TRUST_PROXY=%s',
  (value) => {
    expect(faultsOf({ TRUST_PROXY: value })).toEqual([expect.stringMatching(/^TRUST_PROXY: /)]);
  },
);

test.each(['127.0.0.1', '10.0.0.0/8, fd00::/8', '::1', 'loopback'])('accepts TRUST_PROXY=%s', (value) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value);
});

test('requires servers that share a database outside the demo to share a secret', () => {
  const shared = { DEMO: 'false', DATABASE_URL: 'postgres://db.example/switchyard' };
  expect(faultsOf(shared)).toEqual([expect.stringMatching(/^SECRET: is required/)]);
  expect(faultsOf({ ...shared, SECRET: 'x'.repeat(32) })).toEqual([]);
});

test('allows passwords to be switched off if a provider signs people in', () => {
  const provider = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'switchyard' };
  expect(faultsOf({ PASSWORD_SIGN_IN: 'off' })).toEqual([expect.stringMatching(/^PASSWORD_SIGN_IN: /)]);
  expect(faultsOf({ OIDC_ISSUER: provider.OIDC_ISSUER })).toEqual([expect.stringMatching(/^OIDC_ISSUER and/)]);
  expect(faultsOf({ ...provider, PASSWORD_SIGN_IN: 'off', OIDC_NAME: '<b>us' })).toEqual(['OIDC_NAME: a short name']);
  expect(readConfig({ ...provider, PASSWORD_SIGN_IN: 'off' })).toMatchObject({
    passwords: 'off',
    signInProvider: { issuer: provider.OIDC_ISSUER, clientSecret: null, verifiesAddresses: false },
  });
});

test('docs/SETTINGS.md lists the settings', () => {
  const rows = Object.entries(settings.shape).map(([name, schema]) => `| \`${name}\` | ${schema.description} |`);
  const documented = readFileSync(join(projectDirectory, 'docs', 'SETTINGS.md'), 'utf8');
  expect(documented.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
});

test("requires all of Stripe's settings or none", () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRODUCT_PRO: 'prod_1',
    STRIPE_PRODUCT_BUSINESS: 'prod_2',
  };
  expect(faultsOf(stripe)).toEqual([]);
  for (const name of Object.keys(stripe)) {
    expect(faultsOf({ ...stripe, [name]: '' })).toEqual([expect.stringMatching(/^STRIPE_SECRET_KEY, .*needs/)]);
  }
});

test('validates a fleet at the start, and requires a local cluster for it', () => {
  expect(faultsOf({ FLEET: 'nodes:1000,pods:20000' })).toEqual([]);
  expect(faultsOf({ FLEET: 'pods:lots' })).toEqual([
    'FLEET: "pods:lots" is not one of nodes:N, pods:N, seed:N, changes:N',
  ]);
  expect(faultsOf({ FLEET: 'nodes:1', CLUSTER: 'none' })).toEqual(['FLEET: needs CLUSTER=local']);
});

test.each([
  ['ENGINE_TOLERATIONS', '[{"key":"a","effect":"Never"}]', '0.effect: '],
  ['ENGINE_TOLERATIONS', '[{"key":"a","efect":"NoSchedule"}]', '0: '],
  ['ENGINE_TOLERATIONS', '{}', 'ENGINE_TOLERATIONS: '],
  ['ENGINE_NODE_SELECTOR', '{"a b":"c"}', 'a b: '],
  ['ENGINE_NODE_SELECTOR', '{"a":"b c"}', 'a: is no label value'],
  ['ENGINE_NODE_SELECTOR', 'pool=gateways', 'is not JSON'],
  ['ENGINE_AFFINITY', '{"nodeAfinity":{}}', 'nodeAfinity'],
  ['ENGINE_IMAGE_PULL_SECRETS', '["Re gistry"]', '0: is no name'],
  ['ENGINE_PRIORITY_CLASS', 'High Priority', 'is no name'],
  ['ENGINE_PROBES', '{"liveness":{"periodSeconds":5}}', 'liveness: needs one of exec, httpGet, tcpSocket'],
])('reports an invalid %s with its field: %s', (name, text, words) => {
  const faults = faultsOf({ [name]: text });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(new RegExp(`^${name}: `));
  expect(faults[0]).toContain(words);
});

test('places engine pods according to the JSON', () => {
  const toleration = { key: 'workload', operator: 'Equal', value: 'gateway', effect: 'NoSchedule' };
  const { enginePlacement } = readConfig({
    ENGINE_TOLERATIONS: JSON.stringify([toleration]),
    ENGINE_IMAGE_PULL_SECRETS: '["registry"]',
    ENGINE_PROBES: '{"startup":{"httpGet":{"port":8080},"failureThreshold":30}}',
  });
  expect(enginePlacement).toEqual({
    tolerations: [toleration],
    imagePullSecrets: ['registry'],
    probes: { startup: { httpGet: { port: 8080 }, failureThreshold: 30 } },
  });
  expect(readConfig({}).enginePlacement).toEqual({});
});
