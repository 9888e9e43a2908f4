import type { Engine } from '@switchyard/contracts/engines/engine';
import { ApiError } from '../../lib/api/api-error.ts';

/** An engine as the list shows it (spec 000 section 3, "Engine row"). */
export interface EngineRow {
  id: string;
  type: Engine['type'];
  name: string;
  status: Engine['status'];
  domain: string | null;
  /** When the connection came about; null: it is not connected. */
  connectionTime: string | null;
  canDelete: boolean;
  canRestart: boolean;
  /** Id of the engine session. */
  session: string;
  qrCode: string | null;
  isLegacy: boolean;
  engine: Engine;
}

/**
 * The row of an engine. The extension in a browser is connected for as long as that is open, and is neither restarted
 * nor deleted from here.
 */
export function toEngineRow(engine: Engine): EngineRow {
  const isExtension = engine.type === 'whatsapp-web';
  return {
    id: engine._id,
    type: engine.type,
    name: engine.name,
    status: engine.status,
    domain: engine.connection?.domain ?? null,
    connectionTime: engine.connection?.connectionTime ?? null,
    canDelete: engine.canDelete && !isExtension,
    canRestart: engine.canRestart && !isExtension && !engine.isLegacy,
    session: engine._id,
    qrCode: engine.qrcode,
    isLegacy: !isExtension && engine.isLegacy,
    engine,
  };
}

export type CreateVerdict = { may: 'create' } | { may: 'upgrade' } | { may: 'limit'; limit: number };

/**
 * Whether one more engine may be created (spec 000 section 5): legacy engines and the extension do not count. The
 * server checks again.
 */
export function mayCreateEngine(rows: readonly EngineRow[], allowedEngineCount: number): CreateVerdict {
  if (allowedEngineCount <= 0) return { may: 'upgrade' };
  const present = rows.filter((row) => row.type === 'gateway' && !row.isLegacy).length;
  return present < allowedEngineCount ? { may: 'create' } : { may: 'limit', limit: allowedEngineCount };
}

/** The server's refusal as the dialog that explains it; null: it is another error. */
export function verdictOf(error: unknown): CreateVerdict | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'UPGRADE_REQUIRED') return { may: 'upgrade' };
  if (error.code !== 'ENGINE_LIMIT_REACHED') return null;
  const limit = (error.data as { limit?: unknown } | null)?.limit;
  return { may: 'limit', limit: typeof limit === 'number' ? limit : 1 };
}
