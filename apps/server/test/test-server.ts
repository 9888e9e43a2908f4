import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailer, domains as everyDomain } from '../src/app.ts';
import { type Config, readConfig } from '../src/platform/config/config.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { Domain } from '../src/platform/domain.ts';
import { createLog } from '../src/platform/logging/log.ts';
import type { Mailer } from '../src/platform/mail/mailer.ts';
import type { Platform } from '../src/platform/platform.ts';
import { startServer } from '../src/start-server.ts';
import { createTestDatabase } from './test-database.ts';

export { everyDomain };

export interface TestServerOptions {
  /** Default: all of `app.ts`. */
  domains?: Domain[];
  /** Override the test's defaults: role `api` only, `DEMO` false, no cluster, random ports, silent log. */
  config?: Partial<Config>;
  mailer?: Mailer;
}

export interface Answer<Body = never> {
  status: number;
  headers: Headers;
  /** The parsed JSON; `{}` if there was none. Tests declare the shape they expect. */
  body: Body;
}

export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
}

export interface TestServer {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  url: string;
  platform: Platform;
  database: Database;
  /** Calls the server: `call('POST', '/api/messages', {…}, { token })`. */
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<Answer<Body>>;
  /** Signs up over HTTP, with a first workspace. @returns the bearer token. */
  signUp(person?: Partial<Person>): Promise<Person & { token: string }>;
  /** Stops the server and drops its database. */
  stop(): Promise<void>;
}

export interface Person {
  name: string;
  email: string;
  password: string;
}

export const TEST_SECRET = 'a-secret-that-only-this-test-server-knows';

let people = 0;

/** A real server on a random port, with its own database. A test file may start several. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-server-'));
  const { database, drop } = await createTestDatabase(4);
  const config: Config = {
    ...readConfig({
      ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'false', ROLES: 'api', CLUSTER: 'none' },
      ...{ BILLING: 'on', TRIAL_AT_SIGN_UP: 'false', DEMO_CONTENT: 'none', BACKUP_DIR: 'off' },
    }),
    databaseUrl: database.url,
    databasePoolSize: 6,
    mqttPort: 0,
    localClusterPort: 0,
    logLevel: 'silent',
    secret: TEST_SECRET,
    ...options.config,
  };
  const server = await startServer({
    config,
    log: createLog(config.logLevel),
    domains: options.domains ?? everyDomain,
    createMailer: options.mailer ? () => options.mailer as Mailer : createMailer,
  });
  const url = `http://127.0.0.1:${server.port}`;

  const call: TestServer['call'] = async (method, path, body, { token, headers = {} } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        // What a browser on this site would send; sign-in requires it.
        origin: config.publicUrl,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  };

  return {
    url,
    platform: server.platform,
    database,
    call,
    async signUp(given = {}) {
      people += 1;
      const person = {
        name: `Person ${people}`,
        email: `person-${people}@example.test`,
        password: 'a long enough password',
        ...given,
      };
      const answer = await call('POST', '/api/auth/sign-up/email', person);
      const token = answer.headers.get('set-auth-token');
      if (answer.status !== 200 || !token) throw new Error(`sign-up: ${answer.status} ${JSON.stringify(answer.body)}`);
      return { ...person, token };
    },
    async stop() {
      await server.stop();
      await drop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
