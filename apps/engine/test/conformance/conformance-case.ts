import type { ChatActKind } from '@switchyard/contracts/chats/act-kinds';
import type { DriverCapabilities, IncomingFeature } from '@switchyard/contracts/engine/driver-capabilities';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import type { World } from './world.ts';

/**
 * A requirement for every driver, unless its capabilities exclude it: then `run` returns the capability's name, after
 * checking what the driver does instead.
 */
export interface ConformanceCase {
  name: string;
  run(world: World): Promise<string | undefined>;
}

/** Undefined if the driver sends such bodies. */
export const withoutKind = ({ kinds }: DriverCapabilities, kind: MessageBody['kind']): string | undefined =>
  kinds.includes(kind) ? undefined : `kinds: no ${kind}`;

/** Undefined if the driver supports it. */
export const withoutAct = ({ acts }: DriverCapabilities, kind: ChatActKind): string | undefined =>
  acts.includes(kind) ? undefined : `acts: no ${kind}`;

/** Undefined if the driver reports it. */
export const withoutFeature = ({ tells }: DriverCapabilities, feature: IncomingFeature): string | undefined =>
  tells.includes(feature) ? undefined : `tells: no ${feature}`;
