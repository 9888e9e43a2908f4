import { z } from 'zod';
import { entityId, instant } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { engineId } from './engine.ts';

const at = routesUnder('engines');

/** The browser extension, as an engine of type `whatsapp-web`. */
export const extensionOperations = {
  extension: query('engines')
    .route(at.get('/engine-extension', 'Where to get the browser extension'))
    /** `storeUrl` null: not published in a store, so it must be loaded unpacked. */
    .output(z.object({ storeUrl: z.url().nullable() })),
  createExtensionCode: mutation('engines')
    .route(at.post('/engine-extension/codes', 'Create a one-time code that pairs a browser extension with the caller'))
    .output(z.object({ code: z.string(), expiresAt: instant })),
  unpairExtension: mutation('engines')
    .route(at.post('/engines/{id}/unpair', 'Unpair a browser extension and delete its engine'))
    .input(engineId)
    .output(z.object({ _id: entityId })),
};
