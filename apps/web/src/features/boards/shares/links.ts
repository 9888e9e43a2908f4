import type { Board } from '@switchyard/contracts/boards/operations';
import type { NewShare } from '@switchyard/contracts/shares/operations';
import { ApiError } from '../../../lib/api/api-error.ts';

/** URL of a share. */
export function shareUrl(
  { kind, token }: Pick<NewShare, 'kind' | 'token'>,
  board: Pick<Board, '_id' | 'template'>,
): string {
  const paths = {
    table: `/sharetable?share=${token}`,
    form: `/form-preview/${token}`,
    invitation: board.template === 'tasks' ? `/join-task-board/${token}` : `/join-board/${board._id}?token=${token}`,
  };
  return window.location.origin + paths[kind];
}

/** Whether a link is invalid or has ended; null for other errors. */
export function linkEndOf(error: unknown): 'gone' | 'over' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 410) return 'over';
  return error.status === 404 || error.status === 422 ? 'gone' : null;
}
