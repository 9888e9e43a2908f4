import { z } from 'zod';
import { e164, instant } from '../entity.ts';
import { mutation, routesUnder } from '../operation.ts';
import { engine, engineId } from './engine.ts';

/**
 * Errors of commands to a running engine. `ENGINE_AWAY`: no answer in time. `ENGINE_REFUSED`: it declined, with a
 * reason.
 */
export const commandErrors = {
  ENGINE_AWAY: {
    status: 409,
    message: 'The connection did not answer in time. It may be starting, or the broker may be away.',
  },
  ENGINE_REFUSED: { status: 409, message: 'The connection couldn’t do this.' },
} as const;

const at = routesUnder('engines');

export const engineLinkingOperations = {
  logOut: mutation('engines')
    .errors(commandErrors)
    .route(at.post('/engines/{id}/log-out', 'Unlink the engine from its WhatsApp account'))
    .input(engineId)
    .output(engine),
  refreshQr: mutation('engines')
    .errors(commandErrors)
    .route(at.post('/engines/{id}/refresh-qr', 'Show a fresh QR code'))
    .input(engineId)
    .output(engine),
  pairingCode: mutation('engines')
    .errors(commandErrors)
    .route(
      at.post(
        '/engines/{id}/pairing-code',
        'Request a pairing code to type into the phone with this number, instead of the QR code',
      ),
    )
    .input(engineId.extend({ phoneNumber: e164 }))
    .output(
      z.object({
        code: z.string(),
        /** When it expires, by the server's clock; null if unknown. */
        expiresAt: instant.nullable(),
      }),
    ),
};
