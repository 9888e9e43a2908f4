import type { Engine } from '@switchyard/contracts/engines/engine';

/**
 * Which engine's way to follow: the one asked for; else the first that shows a code, the one that was followed so far
 * (so that its success is seen), or the first that is on its way to a code.
 */
export function chooseEngine(
  engines: readonly Engine[],
  askedId: string | undefined,
  followedId: string | null,
): Engine | null {
  if (askedId !== undefined) return engines.find((engine) => engine._id === askedId) ?? null;
  const own = engines.filter((engine) => engine.type === 'gateway' && !engine.isLegacy);
  return (
    own.find((one) => one.status === 'qrcode') ??
    own.find((one) => one._id === followedId) ??
    own.find((one) => one.status !== 'connected') ??
    null
  );
}
