import { type AbuseAttempt, type Case, PASSWORD, type World } from './world.ts';

const crossSiteRequest = (
  method: string,
  path: (given: World) => string,
  body: (given: World) => object,
): AbuseAttempt => {
  return async (given) => {
    const headers = {
      cookie: `switchyard.session_token=${given.owner.token}`,
      origin: 'https://evil.example',
      'x-workspace-id': given.owner.workspaceId,
    };
    return () => given.server.call(method, `/api${path(given)}`, body(given), { headers });
  };
};
const emptyBody = () => ({});

/** What a page of another site may attempt with a signed-in user's cookie. */
export const FROM_ANOTHER_SITE: Case[] = [
  [
    'change a role',
    403,
    crossSiteRequest(
      'PATCH',
      ({ member }) => `/workspace/members/${member.userId}`,
      () => ({ role: 'owner' }),
    ),
  ],
  [
    'invite itself',
    403,
    crossSiteRequest(
      'POST',
      () => '/workspace/invitations',
      () => ({ email: 'eve@evil.example', role: 'admin' }),
    ),
  ],
  [
    'change the password',
    403,
    crossSiteRequest(
      'POST',
      () => '/auth/change-password',
      ({ owner }) => ({ currentPassword: owner.password, newPassword: PASSWORD }),
    ),
  ],
  ['delete the workspace', 403, crossSiteRequest('POST', () => '/workspace/deletion', emptyBody)],
  [
    'make a key',
    403,
    crossSiteRequest(
      'POST',
      () => '/keys',
      () => ({ name: 'x', scopes: ['contacts:read'], expiresInDays: null }),
    ),
  ],
  [
    'schedule a message',
    403,
    crossSiteRequest(
      'POST',
      () => '/messages',
      () => ({ message: 'x', contactList: [{ mobile: '+447700900802' }] }),
    ),
  ],
];
