/** Provider id on account links, and part of the callback URL. */
export const PROVIDER_ID = 'oidc';
