import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { oauthProvider } from '@better-auth/oauth-provider';
import { CONSENT_PATH } from '@switchyard/contracts/mcp/paths';
import type { Platform } from '../../../platform/platform.ts';
import { createSignIn, type SignIn } from '../../accounts/index.ts';
import { oauthAccessTokens, oauthClients, oauthGrants, oauthRefreshTokens } from '../oauth.schema.ts';

const ACCESS_LIFE_SECONDS = 60 * 60;
const REFRESH_LIFE_SECONDS = 60 * 24 * 60 * 60;

/** Scopes a client may request; `offline_access` allows renewal without the person. */
export const OAUTH_SCOPES = ['mcp:read', 'mcp:write', 'offline_access'];

/** Prefix of every access token. */
export const ACCESS_TOKEN_START = 'syo_';

/** The stored hash of a token without its prefix; tokens are random enough for a fast hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The workspace of the decision in progress. */
const decisionWorkspace = new AsyncLocalStorage<string>();

type Plugin = NonNullable<NonNullable<Parameters<typeof createSignIn>[1]>['plugins']>[number];

const servers = new WeakMap<Platform, SignIn>();

/**
 * Issues tokens to external clients for what people allow them. Tokens are opaque: each call looks up the token and its
 * grant, so that revoking takes effect at once. They work only for `/mcp`, because nothing else looks them up.
 */
export function oauthServerOf(platform: Platform): SignIn {
  const existing = servers.get(platform);
  if (existing) return existing;
  const provider = oauthProvider({
    loginPage: CONSENT_PATH,
    consentPage: CONSENT_PATH,
    scopes: OAUTH_SCOPES,
    grantTypes: ['authorization_code', 'refresh_token'],
    disableJwtPlugin: true,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    accessTokenExpiresIn: ACCESS_LIFE_SECONDS,
    refreshTokenExpiresIn: REFRESH_LIFE_SECONDS,
    storeTokens: { hash: async (token) => hashToken(token) },
    prefix: { opaqueAccessToken: ACCESS_TOKEN_START, refreshToken: 'syr_' },
    postLogin: {
      page: CONSENT_PATH,
      shouldRedirect: () => false,
      consentReferenceId: () => decisionWorkspace.getStore(),
    },
  });
  // We have only one resource, so its table is not needed; clients with their own keys cannot register here.
  const { oauthClient, oauthConsent, oauthRefreshToken, oauthAccessToken } = provider.schema;
  const schema = { oauthClient, oauthConsent, oauthRefreshToken, oauthAccessToken };
  const fresh = createSignIn(platform, {
    // The package's own types leave optional fields undefined where the library's do not.
    plugins: [{ ...provider, schema } as unknown as Plugin],
    tables: {
      oauthClient: oauthClients,
      oauthConsent: oauthGrants,
      oauthRefreshToken: oauthRefreshTokens,
      oauthAccessToken: oauthAccessTokens,
    },
  });
  servers.set(platform, fresh);
  return fresh;
}

/** Runs a library call in the context of a decision about a workspace. */
export const decideFor = <Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> =>
  decisionWorkspace.run(workspaceId, work);
