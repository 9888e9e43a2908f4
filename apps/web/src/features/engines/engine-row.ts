import type { Engine } from '@switchyard/contracts/engines/engine';
import { ApiError } from '../../lib/api/api-error.ts';

/** An engine as listed (spec 000 section 3, "Engine row"). */
export interface EngineRow {
  id: string;
  type: Engine['type'];
  name: string;
  status: Engine['status'];
  domain: string | null;
  /** When the connection was established; null while disconnected. */
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
 * The row of an engine. A browser extension is connected as long as its browser is open and can be neither restarted
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

export type CreateVerdict = { kind: 'create' } | { kind: 'upgrade' } | { kind: 'limit'; limit: number };

/**
 * Whether another engine may be created (spec 000 section 5): legacy engines and the extension do not count. The server
 * checks again.
 */
export function createVerdict(rows: readonly EngineRow[], allowedEngineCount: number): CreateVerdict {
  if (allowedEngineCount <= 0) return { kind: 'upgrade' };
  const used = rows.filter((row) => row.type === 'gateway' && !row.isLegacy).length;
  return used < allowedEngineCount ? { kind: 'create' } : { kind: 'limit', limit: allowedEngineCount };
}

/** The dialog that explains a refusal of the server; null for other errors. */
export function verdictFromError(error: unknown): CreateVerdict | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'UPGRADE_REQUIRED') return { kind: 'upgrade' };
  if (error.code !== 'ENGINE_LIMIT_REACHED') return null;
  const limit = (error.data as { limit?: unknown } | null)?.limit;
  return { kind: 'limit', limit: typeof limit === 'number' ? limit : 1 };
}
