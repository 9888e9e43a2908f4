import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import type { Driver, DriverContext } from '../src/drivers/driver.ts';

/**
 * A driver without a WhatsApp: connected as soon as it starts, for texts only.
 * @param own the driver's own functions, at least `send`
 */
export function standInDriver(context: DriverContext, own: Pick<Driver, 'send'> & Partial<Driver>): Driver {
  return {
    name: 'stand-in',
    capabilities: { ...driverFacts('stand-in'), pairing: ['token'], settles: 'same-id' },
    start: async () => context.emit({ kind: 'status', status: 'connected' }),
    stop: async () => undefined,
    logOut: async () => undefined,
    ...own,
  };
}
