import { parseFleet } from '@switchyard/local-cluster/fleet-options';

/** The fault in a simulated fleet's specification (`FLEET`); null if it is valid. */
export function fleetFault(text: string): string | null {
  try {
    parseFleet(text, '');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
