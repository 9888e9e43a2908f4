import { z } from 'zod';
import { listQuery, page } from '../entity.ts';
import { query, routesUnder } from '../operation.ts';
import { cloudApiOperations } from './cloud-api.ts';
import { engineDetailOperations } from './detail.ts';
import { engine } from './engine.ts';
import { extensionOperations } from './extension.ts';
import { engineLinkingOperations } from './linking.ts';
import { whatsappNumberOperations } from './numbers.ts';
import { sessionEventOperations } from './session-events.ts';
import { enginePace, engineSessionOperations } from './sessions.ts';

/** A driver that new engines can use. */
export const offeredDriver = z.object({
  name: z.string(),
  pairing: engine.shape.pairing,
  /** The network it connects to. */
  domain: z.string(),
  /** Default limits of a new engine. */
  pace: enginePace,
  /** Used if no driver is chosen. */
  isDefault: z.boolean(),
});
export type OfferedDriver = z.infer<typeof offeredDriver>;

const at = routesUnder('engines');

export const enginesContract = {
  ...sessionEventOperations,
  ...engineDetailOperations,
  ...engineLinkingOperations,
  ...cloudApiOperations,
  ...engineSessionOperations,
  ...whatsappNumberOperations,
  ...extensionOperations,
  list: query('engines').route(at.get('/engines', 'Engines of the workspace')).input(listQuery).output(page(engine)),
  drivers: query('engines')
    .route(at.get('/engine-drivers', 'Drivers available for new engines'))
    .output(z.array(offeredDriver)),
};
