import { twoFactor } from 'better-auth/plugins';

/**
 * The second factor of who has set one up, whichever way they sign in: of itself the plugin asks after passwords only. Who has no password sets it up, and
 * ends it, without one.
 */
export function secondFactor() {
  const plugin = twoFactor({ issuer: 'Switchyard', allowPasswordless: true });
  for (const hook of plugin.hooks.after) {
    const isAsked = hook.matcher;
    hook.matcher = (context) => isAsked(context) || context.path?.startsWith('/callback/') === true;
  }
  return plugin;
}
