import { FLEET_SIZES, type FleetSize, type SimulatedFleet } from '@switchyard/contracts/cluster/simulated-fleet';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toastError } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';
import type { FleetChange } from './fleet-progress.ts';

export interface FleetControl {
  fleet: SimulatedFleet;
  /** The change in progress, until the console has received all of it; null if there is none. */
  change: FleetChange | null;
  /** Null removes the fleet. */
  set: (size: FleetSize | null) => void;
  /** Marks the change as received. */
  end: () => void;
}

/** The demo's simulated fleet; null if not offered. */
export function useFleet(store: ClusterStore): FleetControl | null {
  const settings = useQuery(apiQuery.cluster.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const [change, setChange] = useState<FleetChange | null>(null);
  const mutation = useMutation(
    apiQuery.cluster.setFleet.mutationOptions({
      onError(error) {
        setChange(null);
        toastError(error.message);
      },
      meta: { rereads: [apiQuery.cluster.settings.key()] },
    }),
  );
  if (!settings.data?.fleet.isOffered) return null;
  const { fleet } = settings.data;
  return {
    fleet,
    change,
    set(size) {
      const before = { nodes: store.nodeCount, pods: store.podCount };
      setChange({ before, removed: fleet.current, wanted: size && FLEET_SIZES[size] });
      mutation.mutate({ size });
    },
    end: () => setChange(null),
  };
}
