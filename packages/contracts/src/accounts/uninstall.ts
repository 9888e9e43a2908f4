import { z } from 'zod';
import { isStorable, NOT_STORABLE } from '../entity.ts';

/**
 * Target of the form that the extension opens after it was removed: takes JSON of {@link uninstallReason} and answers
 * 204. Needs no sign-in.
 */
export const UNINSTALL_PATH = '/api/uninstall-reasons';

export const UNINSTALL_REASONS = [
  'not-needed',
  'did-not-work',
  'too-hard',
  'other-product',
  'privacy',
  'other',
] as const;

/** Why somebody removed the browser extension. */
export const uninstallReason = z.object({
  reason: z.enum(UNINSTALL_REASONS),
  words: z.string().trim().max(1_000).refine(isStorable, NOT_STORABLE).default(''),
});
