/**
 * State of a message. `sending` is committed before anything reaches WhatsApp. `unknown`: the engine could not find out
 * whether WhatsApp accepted it, and a person must decide. The specification's "other" is any status but sent, pending
 * and failed. In a file without schemas, so that routes of the web app can use it without loading zod.
 */
export const MESSAGE_STATUSES = ['pending', 'sending', 'sent', 'failed', 'cancelled', 'unknown'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Delivery levels on the recipient's phone; read implies delivered. */
export const MESSAGE_RECEIPTS = ['delivered', 'read'] as const;
export type MessageReceipt = (typeof MESSAGE_RECEIPTS)[number];
