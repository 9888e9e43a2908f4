import { z } from 'zod';
import { mutation, query, routesUnder } from '../operation.ts';

/** Operations of the incumbent that are not supported here: answered with `not_supported` for any input. */
const NOT_SUPPORTED_NOTE = 'Returns 501 `not_supported`.';
const at = routesUnder('not supported');
const anything = z.looseObject({}).optional();
/** Accepts the path's parameters and any other input. */
function anyInput(path: string, hasBody: boolean): z.ZodType {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()] as const);
  const params = z.object(Object.fromEntries(names)).optional();
  return z.object({ params, query: anything, ...(hasBody && { body: anything }) });
}
const detailed = { inputStructure: 'detailed' } as const;
const unsupportedQuery = (path: `/${string}`, summary: string, scope = 'chats') =>
  query(scope)
    .route({ ...at.get(path, summary, { description: NOT_SUPPORTED_NOTE }), ...detailed })
    .input(anyInput(path, false));
const unsupportedMutation = (
  method: 'post' | 'put' | 'patch' | 'delete',
  path: `/${string}`,
  summary: string,
  scope = 'chats',
) =>
  mutation(scope)
    .route({ ...at[method](path, summary, { description: NOT_SUPPORTED_NOTE }), ...detailed })
    .input(anyInput(path, true));

export const unsupported = {
  groupSetPicture: unsupportedMutation('put', '/groups/{id}/picture', 'Change the picture of a group'),
  newsletterList: unsupportedQuery('/newsletters', 'Channels'),
  newsletterCreate: unsupportedMutation('post', '/newsletters', 'Create a channel'),
  newsletterGet: unsupportedQuery('/newsletters/{id}', 'A channel'),
  songGenerate: unsupportedMutation('post', '/suno/songs', 'Generate a song', 'agent'),
  songGet: unsupportedQuery('/suno/songs/{id}', 'A song', 'agent'),
  songUpload: unsupportedMutation('post', '/suno/uploads', 'Upload a song to start from', 'agent'),
  songAccount: unsupportedQuery('/suno/account', 'The account for songs', 'agent'),
};
