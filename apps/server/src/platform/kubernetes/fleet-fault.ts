import { parseFleet } from '@switchyard/local-cluster/fleet-options';

/** What is wrong with a simulated fleet as `FLEET` has it; null: nothing. */
export function fleetFault(text: string): string | null {
  try {
    parseFleet(text, '');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
