import type { Engine } from '@switchyard/contracts/engines/engine';
import { ENGINE_LIFECYCLE } from '@switchyard/contracts/engines/lifecycle';
import type { FirstSteps } from '@switchyard/contracts/messages/first-steps';

export const STEPS = ['connect', 'message', 'import'] as const;
export type Step = (typeof STEPS)[number];

/**
 * The workspace's connection to WhatsApp: at least one engine connected, one starting, all of them down, or no engine
 * at all.
 */
export type Connection = 'connected' | 'starting' | 'down' | 'none';

export function connectionOf(engines: readonly Pick<Engine, 'status' | 'isLegacy'>[]): Connection {
  const usable = engines.filter(({ isLegacy }) => !isLegacy);
  if (usable.some(({ status }) => status === 'connected')) return 'connected';
  if (usable.some(({ status }) => ENGINE_LIFECYCLE[status].startingUp)) return 'starting';
  return usable.length > 0 ? 'down' : 'none';
}

/** Whether a number was ever linked, even if it is offline now. */
export const isLinked = (engines: readonly Pick<Engine, 'status' | 'phoneNumber'>[]): boolean =>
  engines.some(({ status, phoneNumber }) => status === 'connected' || phoneNumber !== null);

/** Steps that the server has seen completed. */
export function stepsDone(
  engines: readonly Pick<Engine, 'status' | 'phoneNumber'>[],
  steps: NonNullable<FirstSteps['steps']>,
): ReadonlySet<Step> {
  const done = { connect: isLinked(engines), message: steps.message, import: steps.import };
  return new Set(STEPS.filter((step) => done[step]));
}
