const STATES = ['pending', 'sent', 'delivered', 'read'] as const;

/** The message's state that an acknowledgement level stands for. */
export const ackState = (ack: number): (typeof STATES)[number] => STATES[ack] ?? 'sent';
