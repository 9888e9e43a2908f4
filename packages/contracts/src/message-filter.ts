import { z } from 'zod';
import { entityId, instant } from './entity.ts';

/** Which messages of a workspace are meant. Texts are contains matches; what is left out does not matter. */
export const messageFilter = z.object({
  status: z
    .string()
    .max(80)
    .optional()
    .describe('One status or several, separated by commas; `other` is any but sent, pending and failed.'),
  search: z.string().max(200).optional().describe('Contains match on contact name, mobile and text, case-insensitive.'),
  contactName: z.string().max(200).optional().describe('Contains match, case-insensitive.'),
  contactMobile: z.string().max(64).optional().describe('Contains match.'),
  message: z.string().max(200).optional().describe('Contains match, case-insensitive.'),
  sentWith: z.string().max(64).optional().describe('Contains match, case-insensitive.'),
  sendFailureReason: z.string().max(200).optional().describe('Contains match, case-insensitive.'),
  campaignId: z.string().max(128).optional().describe('Contains match.'),
  dueFrom: instant.optional().describe('Due at or after.'),
  dueTo: instant.optional().describe('Due before.'),
  engineId: entityId.optional(),
  importId: entityId.optional().describe('Rows of this import.'),
  labelId: entityId.optional().describe('To contacts with this label.'),
});
