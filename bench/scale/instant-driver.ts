import { setTimeout as delay } from 'node:timers/promises';
import type { CreateDriver, DriverContext } from '../../apps/engine/src/drivers/driver.ts';
import { standInDriver } from '../../apps/engine/test/stand-in-driver.ts';

const ANSWER_MS = 20;
const DELIVERED_MS = 1_000;
const READ_MS = 3_000;

/**
 * A driver for a WhatsApp that is always available and accepts everything, so that only the server is measured.
 * Receipts arrive like those of a quick reader.
 */
export const instantDriver: CreateDriver = (context) =>
  standInDriver(context, {
    name: 'simulator',
    async send({ waMessageId }) {
      await delay(ANSWER_MS);
      setTimeout(() => emitReceipt(context, waMessageId, 2), DELIVERED_MS);
      setTimeout(() => emitReceipt(context, waMessageId, 3), READ_MS);
      return { kind: 'accepted', wireId: waMessageId, atMs: Date.now() };
    },
  });

function emitReceipt({ emit }: DriverContext, waMessageId: string, level: 2 | 3): void {
  emit({ kind: 'receipts', receipts: [{ waMessageId, level, atMs: Date.now() }], taken: () => undefined });
}
