import { z } from 'zod';
import { isRedirect } from './redirects.ts';

export const OAUTH_GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/**
 * A client's name as it states it, without characters that are invisible or change the text direction, because people
 * read it before they decide.
 */
export const clientName = z
  .string()
  .transform((name) => name.replace(/\p{C}/gu, '').trim())
  .pipe(z.string().max(120));

/** Where a client may redirect people. */
export const redirectUris = z
  .array(z.string().max(500).refine(isRedirect, 'This is not a valid redirect address.'))
  .min(1)
  .max(20);
