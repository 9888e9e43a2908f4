import type { Engine } from '@switchyard/contracts/engines';

/** Which engine's code to show: the one asked for, else the first that waits for its code, else the first that is on its way there. */
export function chooseEngine(engines: readonly Engine[], engineId: string | undefined): Engine | null {
  if (engineId !== undefined) return engines.find((one) => one._id === engineId) ?? null;
  const own = engines.filter((one) => one.type === 'gateway' && !one.isLegacy);
  return own.find((one) => one.status === 'qrcode') ?? own.find((one) => one.status !== 'connected') ?? null;
}
