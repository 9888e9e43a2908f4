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
  groupSetPicture: does('put', '/groups/{id}/picture', 'Change the picture of a group'),
  newsletterList: asks('/newsletters', 'Channels'),
  newsletterCreate: does('post', '/newsletters', 'Make a channel'),
  newsletterGet: asks('/newsletters/{id}', 'One channel'),
  songGenerate: does('post', '/suno/songs', 'Generate a song', 'agent'),
  songGet: asks('/suno/songs/{id}', 'One song', 'agent'),
  songUpload: does('post', '/suno/uploads', 'Upload a song to begin with', 'agent'),
  songAccount: asks('/suno/account', 'The account for songs', 'agent'),
};
