import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../test/lane-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { domains } from '../app.ts';
import { openKey, sealKey } from '../domains/agent/model-key.ts';
import { openSecrets } from '../domains/bots/secrets/open-secrets.ts';
import { storeSecret } from '../domains/bots/secrets/save-secret.ts';
import { readEngineSettings, saveEngineSettings } from '../domains/engines/engine-settings.ts';
import { newId } from './database/columns.ts';
import type { Database } from './database/database.ts';
import type { Domain } from './domain.ts';
import { LOST, openInstallation } from './installation.ts';
import { createLog } from './logging/log.ts';
import { StartError } from './start-error.ts';

const OLD = 'the secret that it was used with first';
const NEW = 'another secret, of as many characters';
const WRONG = 'a third one which nobody ever used here';
/** More than are resealed at a time. */
const MANY = 1_201;

let database: Database;
let drop: () => Promise<void> = async () => undefined;
let lane: LaneFixture;
let botSecretId: string;
beforeEach(async () => {
  await drop();
  ({ database, drop } = await createTestDatabase());
  lane = await createLaneFixture(database);
});
afterAll(() => drop());

const open = (secret: string, previous: string | null = null, more: Domain[] = []) =>
  openInstallation(database, [...domains, ...more], { secret, previous }, createLog('silent'));

const names = Array.from({ length: MANY }, (_, at) => `key ${at}`);

async function sealAll(): Promise<void> {
  const { db, pool } = database;
  await saveEngineSettings(db, OLD, lane.engineId, Object.fromEntries(names.map((name) => [name, `value of ${name}`])));
  botSecretId = await storeSecret(db, OLD, { workspaceId: lane.workspaceId, host: 'api.test', value: 'of a bot' });
  await pool.query('insert into agent_models (workspace_id, api_key) values ($1, $2)', [
    lane.workspaceId,
    sealKey(OLD, lane.workspaceId, 'of a model'),
  ]);
  await pool.query('insert into two_factors (id, user_id, secret, backup_codes) values ($1, $2, $3, $4)', [
    newId(),
    lane.userId,
    await symmetricEncrypt({ key: OLD, data: 'of a person' }),
    await symmetricEncrypt({ key: OLD, data: 'codes' }),
  ]);
}

/** Everything that can be read with a secret, kind by kind. */
async function readable(secret: string) {
  const { db, pool } = database;
  const engine = await readEngineSettings(db, secret, lane.engineId, names);
  const request = { url: 'https://api.test/', method: 'GET', headers: {}, body: null };
  const wanted = [{ header: 'X-Key', place: 'header', secretId: botSecretId }];
  const bot = await openSecrets(db, secret, lane.workspaceId, { ...request, secrets: wanted } as never);
  const [model] = (await pool.query<{ api_key: Buffer }>('select api_key from agent_models')).rows;
  const [factor] = (await pool.query<{ secret: string; backup_codes: string }>('select * from two_factors')).rows;
  const decrypt = (data = '') => symmetricDecrypt({ key: secret, data }).catch(() => null);
  return {
    engine: [...engine].filter(([name, value]) => value === `value of ${name}`).length,
    bot: bot.ok && bot.values[0],
    model: model ? openKey(secret, lane.workspaceId, model.api_key) : null,
    person: [await decrypt(factor?.secret), await decrypt(factor?.backup_codes)],
  };
}
const ALL = { engine: MANY, bot: 'of a bot', model: 'of a model', person: ['of a person', 'codes'] };
const NOTHING = { engine: 0, bot: false, model: null, person: [null, null] };
const tokenVersion = async () =>
  (await database.pool.query('select token_version from engines')).rows[0]?.token_version;

test('refuses another secret with the reason, and loses nothing when it is swapped back', async () => {
  const first = await open(OLD);
  await sealAll();
  await expect(open(NEW)).rejects.toThrow(/^SECRET: .*another secret.*SECRET_PREVIOUS.*docs\/SETTINGS\.md$/);
  await expect(open(NEW)).rejects.toBeInstanceOf(StartError);
  expect(await open(OLD)).toEqual(first);
  expect(await readable(OLD)).toEqual(ALL);
  expect(await tokenVersion()).toBe(1);
});

test('reseals everything when given the earlier secret, and recreates pods', async () => {
  const { id } = await open(OLD);
  await sealAll();
  expect(await open(NEW, OLD)).toEqual({ id, secretGeneration: 1 });
  expect(await readable(NEW)).toEqual(ALL);
  expect(await readable(OLD)).toEqual(NOTHING);
  expect(await tokenVersion()).toBe(2);
  // A second time, there is nothing to do.
  expect(await open(NEW, OLD)).toEqual({ id, secretGeneration: 1 });
  expect(await tokenVersion()).toBe(2);
  await expect(open(OLD)).rejects.toThrow('SECRET:');
  expect(await open(OLD, NEW)).toEqual({ id, secretGeneration: 2 });
  expect(await readable(OLD)).toEqual(ALL);
});

test('changes nothing if resealing is interrupted', async () => {
  await open(OLD);
  await sealAll();
  const dies: Domain = { name: 'dies', changeSecret: () => Promise.reject(new Error('the server died')) };
  await expect(open(NEW, OLD, [dies])).rejects.toThrow('the server died');
  expect(await readable(OLD)).toEqual(ALL);
  expect(await tokenVersion()).toBe(1);
  await open(OLD);
});

test('refuses a wrong earlier secret with the reason, and changes nothing', async () => {
  await open(OLD);
  await sealAll();
  await expect(open(NEW, WRONG)).rejects.toThrow(/^SECRET_PREVIOUS: /);
  expect(await readable(OLD)).toEqual(ALL);
});

test('continues without sealed data when the secret is lost', async () => {
  const { id } = await open(OLD);
  await sealAll();
  expect(await open(NEW, LOST)).toEqual({ id, secretGeneration: 1 });
  expect(await readable(NEW)).toEqual(NOTHING);
  expect(await tokenVersion()).toBe(2);
});

test('reseals everything else if one value could not be read', async () => {
  await open(OLD);
  await sealAll();
  await database.pool.query(`update engine_credentials set value = '\\x00' where name = 'key 7'`);
  await open(NEW, OLD);
  expect(await readable(NEW)).toEqual({ ...ALL, engine: MANY - 1 });
});
