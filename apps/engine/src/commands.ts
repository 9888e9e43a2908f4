import type { EngineCommand } from '@switchyard/contracts/engine-commands';
import type { Lane } from './lane/lane.ts';

/**
 * Carries out a command of the server. Rejects with words for the user when it cannot.
 * @param sharers how many engines share this process; the memory told is one's share
 */
export async function carryOut(lane: Lane, command: EngineCommand, sharers = 1): Promise<Record<string, unknown>> {
  const { driver } = lane;
  switch (command.name) {
    case 'health':
      return {
        status: lane.status,
        generation: lane.generation,
        driver: driver?.name ?? null,
        memoryBytes: Math.round(process.memoryUsage.rss() / sharers),
        uptimeSeconds: Math.round(process.uptime()),
      };
    case 'pairing-code':
      if (!driver?.pairingCode) throw new Error('this engine cannot be paired by a code');
      return { code: await driver.pairingCode(command.phoneNumber) };
    case 'refresh-pairing':
      if (!driver?.refreshPairing) throw new Error('this engine shows no code');
      await driver.refreshPairing();
      return {};
    case 'look':
      driver?.look?.();
      return {};
    case 'log-out':
      if (!driver) throw new Error('the engine is still starting');
      await driver.logOut();
      return {};
    default:
      throw new Error('this engine does not know the command');
  }
}
