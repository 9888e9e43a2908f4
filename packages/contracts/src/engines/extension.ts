import { z } from 'zod';
import { entityId, instant } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { engineId } from './engine.ts';

const at = routesUnder('engines');

/** The browser extension, as an engine of type `whatsapp-web`. */
export const extensionOperations = {
  extension: query('engines')
    .route(at.get('/engine-extension', 'Where the browser extension is found'))
    /** `storeUrl` null: it is in no store, and is loaded unpacked. */
    .output(z.object({ storeUrl: z.url().nullable() })),
  createExtensionCode: mutation('engines')
    .route(at.post('/engine-extension/codes', 'A code that pairs a browser extension with the caller, once'))
    .output(z.object({ code: z.string(), expiresAt: instant })),
  unpairExtension: mutation('engines')
    .route(at.post('/engines/{id}/unpair', 'Take a browser extension’s access away, and its engine with it'))
    .input(engineId)
    .output(z.object({ _id: entityId })),
};
