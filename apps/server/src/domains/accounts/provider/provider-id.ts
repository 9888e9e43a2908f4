/** Under which links to the provider's people are kept, and its part of the return address. */
export const PROVIDER_ID = 'oidc';
