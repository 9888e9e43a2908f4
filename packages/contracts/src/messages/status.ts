/**
 * Where a message stands. `sending` is committed before anything touches WhatsApp. `unknown`: an engine could not find
 * out whether WhatsApp accepted it, and a person must decide. The specification's "other" is any status but sent,
 * pending and failed. Apart from the schemas, so that a route of the web app can name the statuses without loading zod.
 */
export const MESSAGE_STATUSES = ['pending', 'sending', 'sent', 'failed', 'cancelled', 'unknown'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** How far a message has come on the recipient's phone; what was read was delivered. */
export const MESSAGE_RECEIPTS = ['delivered', 'read'] as const;
export type MessageReceipt = (typeof MESSAGE_RECEIPTS)[number];
