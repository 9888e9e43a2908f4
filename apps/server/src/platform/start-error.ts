/** The server cannot start for a reason that the person starting it can fix. Reported in one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Describes an error of a listening socket. */
export function portError(error: unknown, what: string, port: number, setting: string): Error {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return new StartError(`${what}: port ${port} is taken; set ${setting} to a free one`);
  if (code === 'EACCES')
    return new StartError(`${what}: no right to listen on port ${port}; set ${setting} to another`);
  return error instanceof Error ? error : new Error(String(error));
}
