import { z } from 'zod';
import { mutation, routesUnder } from '../operation.ts';

/** Sizes of the simulated fleet offered in the demo. */
export const FLEET_SIZES = {
  small: { nodes: 100, pods: 2_000 },
  large: { nodes: 1_000, pods: 20_000 },
} as const;

export const fleetSize = z.enum(['small', 'large']);
export type FleetSize = z.infer<typeof fleetSize>;

/** The simulated fleet, in addition to this machine's own node. */
export const simulatedFleet = z.object({
  /** Whether operators of this server may add and remove one: only in the demo, on the local cluster. */
  isOffered: z.boolean(),
  /** Null: none. */
  current: z.object({ nodes: z.number().int(), pods: z.number().int() }).nullable(),
});
export type SimulatedFleet = z.infer<typeof simulatedFleet>;

const at = routesUnder('cluster');

export const fleetOperations = {
  setFleet: mutation('cluster', 'admin')
    .route(
      at.put('/cluster/fleet', 'Add a simulated fleet to the demo’s cluster, replacing an earlier one, or remove it'),
    )
    .input(z.object({ size: fleetSize.nullable().describe('Null removes it.') }))
    .output(simulatedFleet),
};
