import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The person whom the provider signs in, as claims. */
export interface Claims {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/**
 * An OpenID Connect provider in the test process: discovery, keys, codes with PKCE, tokens. It asks the person nothing.
 */
export interface TestProvider {
  issuer: string;
  /** The next person to sign in. */
  person: Claims;
  /** Wrong claims for the next tokens. */
  wrong: Record<string, unknown>;
  /** Signs the next tokens with an unpublished key. */
  forges: boolean;
  /** Responds only with 503. */
  isAway: boolean;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
}

interface IssuedGrant {
  claims: Claims;
  nonce: string | null;
  challenge: string | null;
  redirectUri: string | null;
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function signed(claims: object, key: KeyObject): string {
  const content = `${encode({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

export async function startTestProvider(): Promise<TestProvider> {
  const [own, foreign] = [keyPair(), keyPair()];
  const grants = new Map<string, IssuedGrant>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer);
    const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    if (provider.isAway) return answer(503, {});
    if (url.pathname === '/.well-known/openid-configuration') {
      const { issuer } = provider;
      return answer(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (url.pathname === '/keys') {
      return answer(200, {
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      });
    }
    if (url.pathname === '/authorize') {
      const code = randomUUID();
      const parameters = url.searchParams;
      const redirectUri = parameters.get('redirect_uri');
      const grant = {
        claims: provider.person,
        nonce: parameters.get('nonce'),
        challenge: parameters.get('code_challenge'),
      };
      grants.set(code, { ...grant, redirectUri });
      const back = new URL(redirectUri ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', parameters.get('state') ?? '');
      return answer(302, {}, { location: back.href });
    }
    const form = await formOf(request);
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = Buffer.from(request.headers.authorization?.split(' ')[1] ?? '', 'base64').toString();
    const secret = form.get('client_secret') ?? basic.split(':')[1];
    const isRight =
      grant?.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri') &&
      secret === provider.clientSecret;
    if (!grant || !isRight) return answer(400, { error: 'invalid_grant' });
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: provider.issuer, aud: provider.clientId, iat: now, exp: now + 300, nonce: grant.nonce };
    const idToken = signed(
      { ...claims, ...grant.claims, ...provider.wrong },
      provider.forges ? foreign.privateKey : own.privateKey,
    );
    return answer(200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: TestProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { sub: 'nobody' },
    wrong: {},
    forges: false,
    isAway: false,
    clientId: 'switchyard',
    clientSecret: 'a secret of two',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}
