import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../../platform/actor.ts';
import type { ToolDeps } from '../../platform/platform.ts';
import { callRefusal } from '../../platform/tool.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { formatCount } from './format.ts';

interface Suggestion {
  /** The reason for the suggestion. */
  text: string;
  request: string;
}

/** Suggested requests, based on existing data: none that would find nothing. */
export async function suggest(deps: ToolDeps, actor: Actor): Promise<Suggestion[]> {
  const workspace = await findWorkspace(deps.db, actor.workspaceId);
  const today = Temporal.Now.zonedDateTimeISO(workspace?.zone ?? 'UTC').toPlainDate();
  const count = async (tool: string, args: object): Promise<number> => {
    const called = deps.tools.get(tool);
    if (!called || callRefusal(actor, called)) return 0;
    return ((await called.run(deps, actor, { ...args, limit: 0 })).result as { total: number }).total;
  };
  const day = (days: number) => ({
    from: `${today.add({ days })}T00:00`,
    to: `${today.add({ days: days + 1 })}T00:00`,
  });
  const failed = await count('get_scheduled_messages', { status: ['failed'], ...day(-1) });
  const tomorrow = await count('get_scheduled_messages', { status: ['pending'], ...day(1) });
  const unanswered = await count('get_chats', { waiting: 'us' });
  return [
    ...(failed > 0
      ? [
          {
            text: `${formatCount(failed, 'message')} failed yesterday: retry?`,
            request: 'Retry the messages that failed yesterday',
          },
        ]
      : []),
    ...(tomorrow > 0
      ? [
          {
            text: `${formatCount(tomorrow, 'message')} ${tomorrow === 1 ? 'goes' : 'go'} out tomorrow`,
            request: 'What goes out tomorrow?',
          },
        ]
      : []),
    ...(unanswered > 0
      ? [
          {
            text: `${formatCount(unanswered, 'chat')} ${unanswered === 1 ? 'waits' : 'wait'} for your answer`,
            request: 'Which chats are waiting for my answer?',
          },
        ]
      : []),
    { text: 'Is WhatsApp connected?', request: 'Is WhatsApp connected?' },
  ];
}
