/** What the server asks of a running engine over MQTT (`topics.engineCommand`). Each is answered on `topics.engineReply` with the same id. */
export type EngineCommand = { id: string } & (
  | { name: 'health' }
  /** A pairing code for the phone with this number, instead of the QR code. */
  | { name: 'pairing-code'; phoneNumber: string }
  /** Show a fresh QR code, also after the earlier ones ran out. */
  | { name: 'refresh-pairing' }
  /** Something waits in the engine's inbox, or its settings changed: look there. */
  | { name: 'look' }
  /** Unlink from WhatsApp. */
  | { name: 'log-out' }
);

export type EngineReply = { id: string } & ({ ok: true; data: Record<string, unknown> } | { ok: false; error: string });
