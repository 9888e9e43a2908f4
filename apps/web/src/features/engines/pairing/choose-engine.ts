import type { Engine } from '@switchyard/contracts/engines/engine';

/**
 * Picks the engine to follow: the requested one; otherwise the first that shows a code, the one followed so far (so
 * that its success is shown), or the first that will show a code.
 */
export function chooseEngine(
  engines: readonly Engine[],
  requestedId: string | undefined,
  followedId: string | null,
): Engine | null {
  if (requestedId !== undefined) return engines.find((engine) => engine._id === requestedId) ?? null;
  const own = engines.filter((engine) => engine.type === 'gateway' && !engine.isLegacy);
  return (
    own.find((engine) => engine.status === 'qrcode') ??
    own.find((engine) => engine._id === followedId) ??
    own.find((engine) => engine.status !== 'connected') ??
    null
  );
}
