import { setTimeout as delay } from 'node:timers/promises';
import { signUp } from '@switchyard/contracts/accounts/operations';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getOAuthState } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import type { DomainRule, SignInProvider } from '../../../platform/config/config.ts';
import type { Platform } from '../../../platform/platform.ts';
import { admitSignUp } from '../admit-sign-up.ts';
import { isFirstAdminToken, makeFirstAdmin } from '../first-admin.ts';
import { createSignIn, type SignIn } from '../sign-in.ts';
import { claimAddress } from './claim-address.ts';
import { joinByDomain } from './join-by-domain.ts';
import { PROVIDER_ID } from './provider-id.ts';

/** Time for the provider to return its discovery document. */
const DISCOVERY_TIMEOUT_MS = 8_000;

/** What a sign-up link may carry through the round trip to the provider. */
export const signUpLinkParams = signUp.pick({ firstAdmin: true, invitation: true });

const signIns = new WeakMap<Platform, SignIn>();

/**
 * The sign-in that includes the provider. Separate from the one with passwords: the provider is contacted only when
 * somebody signs in with it, so that the server starts and other sign-ins work while it is down.
 * @returns null if none is configured or it does not answer
 */
export async function signInWithProvider(platform: Platform): Promise<SignIn | null> {
  const { signInProvider } = platform.config;
  const known = signIns.get(platform);
  if (known || !signInProvider) return known ?? null;
  const fresh = createSignIn(platform, providerExtensions(platform, signInProvider));
  const context = await Promise.race([fresh.$context, delay(DISCOVERY_TIMEOUT_MS, null, { ref: false })]);
  if (!context?.socialProviders.some(({ id }) => id === PROVIDER_ID)) return null;
  signIns.set(platform, fresh);
  return fresh;
}

function providerExtensions(platform: Platform, provider: SignInProvider): Parameters<typeof createSignIn>[1] {
  const { hooks } = platform;
  const { db } = platform.database;
  const { issuer, clientId, clientSecret, name, verifiesAddresses } = provider;
  const plugin = genericOAuth({
    config: [
      {
        providerId: PROVIDER_ID,
        name,
        clientId,
        ...(clientSecret === null ? { tokenEndpointAuth: { method: 'none' } } : { clientSecret }),
        discoveryUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        scopes: ['openid', 'profile', 'email'],
        async mapProfileToUser({ sub, email, emailVerified, name: fullName }) {
          const isVerified = emailVerified === true || (emailVerified === undefined && verifiesAddresses);
          if (isVerified && email) await claimAddress({ db, hooks }, { subject: String(sub), email });
          return { emailVerified: isVerified, name: nameOf(fullName, email) };
        },
      },
    ],
  });
  return {
    plugins: [plugin, afterProvider(platform, provider)],
    user: {
      /** The rules for creating an account are the same with a provider. */
      async validateUserInfo({ user, source }) {
        if (source.action !== 'create-user') return;
        if (!user.emailVerified) return { error: 'address_not_verified' };
        if (domainRule(provider, user.email ?? '')) return;
        const carried = await parseExtras();
        const isAdmitted = await admitSignUp(platform, { ...carried, email: user.email ?? '' });
        if (!isAdmitted) return { error: 'signup_closed' };
      },
    },
  };
}

const domainRule = ({ domains }: SignInProvider, email: string): DomainRule | undefined => {
  const domain = email.toLowerCase().split('@').at(-1);
  return domains.find((rule) => rule.domain === domain);
};

/**
 * After a sign-in with the provider: somebody who came by the first-admin link becomes the platform's first admin, as
 * with a password. A new person whose email domain is known joins its workspace.
 */
function afterProvider(platform: Platform, provider: SignInProvider): BetterAuthPlugin {
  const { database, secret } = platform;
  const handler = createAuthMiddleware(async ({ context }) => {
    const user = context.newSession?.user;
    if (!user) return;
    const { firstAdmin } = await parseExtras();
    if (firstAdmin && (await isFirstAdminToken(database.db, secret, firstAdmin))) {
      await makeFirstAdmin(database.db, user.id);
    }
    const rule = user.emailVerified ? domainRule(provider, user.email) : undefined;
    if (rule) await joinByDomain(platform, { userId: user.id, fullName: user.name }, rule);
  });
  return {
    id: 'after-provider',
    hooks: { after: [{ matcher: ({ path }) => path?.startsWith('/callback/') === true, handler }] },
  };
}

/**
 * What the sign-up link carried through this round trip. It comes from the browser, so its values are validated where
 * they are used.
 */
const parseExtras = async () => signUpLinkParams.safeParse(await getOAuthState()).data ?? {};

const nameOf = (name: string | undefined, email: string | null | undefined): string =>
  (name ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 120) ||
  (email ?? '').split('@')[0] ||
  '?';
