/** Body of every error response. */
export interface StatusBody {
  kind: 'Status';
  apiVersion: 'v1';
  metadata: Record<string, never>;
  status: 'Success' | 'Failure';
  message?: string;
  reason?: string;
  details?: { name?: string; group?: string; kind?: string; uid?: string; causes?: StatusCause[] };
  code: number;
}

export interface StatusCause {
  reason: string;
  message: string;
  field: string;
}

/**
 * An error in the API server's form. `reason` and `code` follow apimachinery's `errors.go`; clients decide by them, not
 * by the text.
 */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly body: StatusBody;
  constructor(code: number, reason: string, message: string, details?: StatusBody['details']) {
    super(message);
    this.body = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason,
      // Always present, because clients read it.
      details: details ?? {},
      code,
    };
  }
}

export const notFound = (resource: string, name: string) =>
  new StatusError(404, 'NotFound', `${resource} "${name}" not found`, { name, kind: resource });

export const alreadyExists = (resource: string, name: string) =>
  new StatusError(409, 'AlreadyExists', `${resource} "${name}" already exists`, { name, kind: resource });

export const conflict = (resource: string, name: string, why: string) =>
  new StatusError(409, 'Conflict', `Operation cannot be fulfilled on ${resource} "${name}": ${why}`, {
    name,
    kind: resource,
  });

export const badRequest = (message: string) => new StatusError(400, 'BadRequest', message);

export const forbidden = (message: string) => new StatusError(403, 'Forbidden', message);

/** A watch or a continued list requests a version whose history is gone; the client lists again. */
export const expired = (requested: number, oldest: number) =>
  new StatusError(410, 'Expired', `too old resource version: ${requested} (${oldest})`);

/** 422 with one cause per invalid field. */
export function invalid(kind: string, name: string, causes: StatusCause[]): StatusError {
  const list = causes.map((cause) => `${cause.field}: ${cause.message}`);
  const text = list.length === 1 ? list[0] : `[${list.join(', ')}]`;
  return new StatusError(422, 'Invalid', `${kind} "${name}" is invalid: ${text}`, { name, kind, causes });
}
