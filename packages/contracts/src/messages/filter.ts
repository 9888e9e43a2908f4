import { z } from 'zod';
import { entityId, instant } from '../entity.ts';
import { MESSAGE_RECEIPTS } from './status.ts';

/** Numbers (E.164) and group ids, separated by commas. */
const several = z.string().max(8_000);

/** Filter of a workspace's messages. Texts match by substring; omitted fields do not filter. */
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
  recipients: several.optional().describe('Only to these numbers and group ids, separated by commas.'),
  exceptRecipients: several.optional().describe('Except to these numbers and group ids, separated by commas.'),
  exceptMessage: z.string().max(200).optional().describe('Excludes messages containing this text.'),
  receipt: z.enum(MESSAGE_RECEIPTS).optional().describe('Only messages with this delivery level.'),
  engineId: entityId.optional(),
  importId: entityId.optional().describe('Only messages of this import.'),
  labelId: entityId.optional().describe('Only to contacts with this label.'),
});
