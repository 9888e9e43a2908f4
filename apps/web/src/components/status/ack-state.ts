const STATES = ['pending', 'sent', 'delivered', 'read'] as const;

/** The message state for an acknowledgement level. */
export const ackState = (ack: number): (typeof STATES)[number] => STATES[ack] ?? 'sent';
