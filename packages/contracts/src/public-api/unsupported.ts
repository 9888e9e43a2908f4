import { z } from 'zod';
import { mutation, query, routesUnder } from '../operation.ts';

/** What the incumbent offers and we do not: answered with `not_supported`, whatever is sent. */
const CANNOT = 'Answers 501 `not_supported`.';
const at = routesUnder('not supported');
const anything = z.looseObject({}).optional();
/** The path's own names; whatever else comes is not looked at. */
function anyInput(path: string, hasBody: boolean): z.ZodType {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()] as const);
  const params = z.object(Object.fromEntries(names)).optional();
  return z.object({ params, query: anything, ...(hasBody && { body: anything }) });
}
const detailed = { inputStructure: 'detailed' } as const;
const asks = (path: `/${string}`, summary: string, scope = 'chats') =>
  query(scope)
    .route({ ...at.get(path, summary, { description: CANNOT }), ...detailed })
    .input(anyInput(path, false));
const does = (method: 'post' | 'put' | 'patch' | 'delete', path: `/${string}`, summary: string, scope = 'chats') =>
  mutation(scope)
    .route({ ...at[method](path, summary, { description: CANNOT }), ...detailed })
    .input(anyInput(path, true));

export const unsupported = {
  messagePin: does('post', '/messages/pin/{waMessageKey}', 'Pin a message'),
  messageUnpin: does('post', '/messages/unpin/{waMessageKey}', 'Unpin a message'),
  messagesPinned: asks('/messages/pinned/{chatId}', 'Pinned messages of a chat'),
  contactCommonGroups: asks('/contacts/{id}/common_groups', 'Groups in common with a contact'),
  groupCreate: does('post', '/groups', 'Make a group'),
  groupUpdate: does('patch', '/groups/{id}', 'Change a group'),
  groupAddMembers: does('post', '/groups/{id}/members', 'Add members to a group'),
  groupLeave: does('delete', '/groups/{id}/members/me', 'Leave a group'),
  groupRemoveMember: does('delete', '/groups/{id}/members/{chatId}', 'Remove a member of a group'),
  groupPromoteAdmin: does('post', '/groups/{id}/members/{chatId}/admin', 'Make a member an admin'),
  groupDemoteAdmin: does('delete', '/groups/{id}/members/{chatId}/admin', 'Make an admin a member'),
  groupSetPicture: does('put', '/groups/{id}/picture', 'Change the picture of a group'),
  newsletterList: asks('/newsletters', 'Channels'),
  newsletterCreate: does('post', '/newsletters', 'Make a channel'),
  newsletterGet: asks('/newsletters/{id}', 'One channel'),
  songGenerate: does('post', '/suno/songs', 'Generate a song', 'agent'),
  songGet: asks('/suno/songs/{id}', 'One song', 'agent'),
  songUpload: does('post', '/suno/uploads', 'Upload a song to begin with', 'agent'),
  songAccount: asks('/suno/account', 'The account for songs', 'agent'),
};
