import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { loginSessions, ofUser } from '../accounts/accounts.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/**
 * External programs that may ask people for access, as stored by better-auth's oauth-provider; each has registered
 * itself.
 */
export const oauthClients = pgTable('oauth_clients', {
  id: id(),
  clientId: text().notNull().unique(),
  /** Encrypted by better-auth; null for a public client. */
  clientSecret: text(),
  clientDiscoveryId: text(),
  disabled: boolean().default(false),
  skipConsent: boolean(),
  enableEndSession: boolean(),
  subjectType: text(),
  scopes: text().array(),
  clientCredentialsScopes: text().array(),
  userId: uuid(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  name: text(),
  uri: text(),
  icon: text(),
  contacts: text().array(),
  tos: text(),
  policy: text(),
  softwareId: text(),
  softwareVersion: text(),
  softwareStatement: text(),
  redirectUris: text().array().notNull(),
  postLogoutRedirectUris: text().array(),
  backchannelLogoutUri: text(),
  backchannelLogoutSessionRequired: boolean(),
  tokenEndpointAuthMethod: text(),
  applicationType: text(),
  jwks: text(),
  jwksUri: text(),
  grantTypes: text().array(),
  responseTypes: text().array(),
  requirePKCE: boolean('require_pkce'),
  dpopBoundAccessTokens: boolean().default(false),
  referenceId: text(),
  metadata: jsonb(),
});

const ofClient = () =>
  text()
    .notNull()
    .references(() => oauthClients.clientId, { onDelete: 'cascade' });

/** What a person has allowed a client in one workspace (`referenceId`); tokens are worthless without it. */
export const oauthGrants = pgTable(
  'oauth_grants',
  {
    id: id(),
    clientId: ofClient(),
    userId: ofUser(),
    referenceId: ofWorkspace(),
    scopes: text().array().notNull(),
    resources: text().array(),
    requestedUserInfoClaims: text().array(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex().on(table.userId, table.referenceId, table.clientId), index().on(table.clientId)],
);

const ofToken = () => ({
  /** Hashed. */
  token: text().notNull().unique(),
  clientId: ofClient(),
  sessionId: uuid().references(() => loginSessions.id, { onDelete: 'set null' }),
  userId: ofUser(),
  referenceId: ofWorkspace(),
  authorizationCodeId: text(),
  resources: text().array(),
  requestedUserInfoClaims: text().array(),
  expiresAt: instant().notNull(),
  revoked: instant(),
  confirmation: jsonb(),
  scopes: text().array().notNull(),
});

export const oauthRefreshTokens = pgTable(
  'oauth_refresh_tokens',
  {
    id: id(),
    ...ofToken(),
    rotatedAt: instant(),
    rotationReplayResponse: text(),
    rotationReplayExpiresAt: instant(),
    authTime: instant(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId), index().on(table.clientId), index().on(table.sessionId)],
);

export const oauthAccessTokens = pgTable(
  'oauth_access_tokens',
  {
    id: id(),
    ...ofToken(),
    refreshId: uuid().references(() => oauthRefreshTokens.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.userId),
    index().on(table.clientId),
    index().on(table.sessionId),
    index().on(table.refreshId),
  ],
);
