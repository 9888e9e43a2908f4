import type { ChatActKind } from '@switchyard/contracts/chats/act-kinds';
import type { DriverCapabilities, IncomingFeature } from '@switchyard/contracts/engine/driver-capabilities';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import type { World } from './world.ts';

/**
 * One thing that every driver must do, or say by its capabilities that it cannot: then `run` returns the capability's
 * words, after it has seen what the driver does instead.
 */
export interface ConformanceCase {
  name: string;
  run(world: World): Promise<string | undefined>;
}

/** Null: the driver sends such bodies. */
export const withoutKind = ({ kinds }: DriverCapabilities, kind: MessageBody['kind']): string | undefined =>
  kinds.includes(kind) ? undefined : `kinds: no ${kind}`;

/** Null: the driver does it. */
export const withoutAct = ({ acts }: DriverCapabilities, kind: ChatActKind): string | undefined =>
  acts.includes(kind) ? undefined : `acts: no ${kind}`;

/** Null: the driver tells it. */
export const withoutTold = ({ tells }: DriverCapabilities, told: IncomingFeature): string | undefined =>
  tells.includes(told) ? undefined : `tells: no ${told}`;
