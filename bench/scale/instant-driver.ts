import type { CreateDriver, Driver, DriverContext } from '../../apps/engine/src/drivers/driver.ts';

const ANSWER_MS = 20;
const DELIVERED_MS = 1_000;
const READ_MS = 3_000;

/** A WhatsApp that is always there and takes everything: what is measured is the server. Receipts come as from a quick reader. */
export const instantDriver: CreateDriver = (context): Driver => ({
  name: 'simulator',
  capabilities: {
    pairing: ['token'],
    settles: 'same-id',
    kinds: ['text'],
    replies: false,
    groups: 'none',
    chats: false,
    history: false,
    numberCheck: false,
    typing: false,
    window24h: false,
    browser: false,
  },
  async start() {
    context.emit({ kind: 'status', status: 'connected' });
  },
  stop: async () => undefined,
  logOut: async () => undefined,
  async send({ waMessageId }) {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    setTimeout(() => tellReceipt(context, waMessageId, 2), DELIVERED_MS);
    setTimeout(() => tellReceipt(context, waMessageId, 3), READ_MS);
    return { kind: 'accepted', wireId: waMessageId, atMs: Date.now() };
  },
});

function tellReceipt({ emit }: DriverContext, waMessageId: string, level: 2 | 3): void {
  emit({ kind: 'receipts', receipts: [{ waMessageId, level, atMs: Date.now() }], taken: () => undefined });
}
