import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { oauthProvider } from '@better-auth/oauth-provider';
import { CONSENT_PATH } from '@switchyard/contracts/mcp/paths';
import type { Platform } from '../../../platform/platform.ts';
import { createSignIn, type SignIn } from '../../accounts/index.ts';
import { oauthAccessTokens, oauthClients, oauthGrants, oauthRefreshTokens } from '../oauth.schema.ts';

const ACCESS_LIFE_SECONDS = 60 * 60;
const REFRESH_LIFE_SECONDS = 60 * 24 * 60 * 60;

/** What a client may ask for; `offline_access` is to be let in again without the person. */
export const OAUTH_SCOPES = ['mcp:read', 'mcp:write', 'offline_access'];

/** What each access token begins with. */
export const ACCESS_TOKEN_START = 'syo_';

/** What is kept of a token, without how it begins: it is random enough for nothing slower to be needed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The workspace for which somebody decides at the moment. */
const deciding = new AsyncLocalStorage<string>();

type Plugin = NonNullable<NonNullable<Parameters<typeof createSignIn>[1]>['plugins']>[number];

const made = new WeakMap<Platform, SignIn>();

/**
 * Gives clients of others tokens for what people allow them. Its tokens are opaque: each is looked up, with the grant
 * behind it, at every call, so that what is taken away ends at once. They open `/mcp` alone, for nothing else looks
 * them up.
 */
export function oauthServerOf(platform: Platform): SignIn {
  const existing = made.get(platform);
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
      consentReferenceId: () => deciding.getStore(),
    },
  });
  // Of one resource nothing needs to be kept, and clients with keys of their own register nowhere here.
  const { oauthClient, oauthConsent, oauthRefreshToken, oauthAccessToken } = provider.schema;
  const schema = { oauthClient, oauthConsent, oauthRefreshToken, oauthAccessToken };
  const fresh = createSignIn(platform, {
    // Its own types leave undefined fields open where the library's do not.
    plugins: [{ ...provider, schema } as unknown as Plugin],
    tables: {
      oauthClient: oauthClients,
      oauthConsent: oauthGrants,
      oauthRefreshToken: oauthRefreshTokens,
      oauthAccessToken: oauthAccessTokens,
    },
  });
  made.set(platform, fresh);
  return fresh;
}

/** Has the server do something for a decision about a workspace. */
export const decideFor = <Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> =>
  deciding.run(workspaceId, work);
