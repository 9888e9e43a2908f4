import type { EngineAct } from '@switchyard/contracts/chats/acts';
import type { ChatAct } from '@switchyard/contracts/chats/operations';
import type { chatActs } from './chats.schema.ts';

export type ChatActRow = typeof chatActs.$inferSelect;

/** An act for the API. One that an engine has claimed still counts as pending. */
export const presentAct = ({
  id,
  act,
  state,
  reason,
  createdAt,
}: Pick<ChatActRow, 'id' | 'act' | 'state' | 'reason' | 'createdAt'>): ChatAct => ({
  _id: id,
  kind: act.kind,
  state: state === 'claimed' ? 'pending' : state,
  text: act.kind === 'react' ? act.emoji : act.kind === 'edit' ? act.text : null,
  isOn: isOn(act),
  reason,
  at: createdAt.toISOString(),
});

function isOn(act: EngineAct): boolean {
  switch (act.kind) {
    case 'react':
      return act.emoji !== '';
    case 'star':
      return act.isStarred;
    case 'read':
      return act.isRead;
    case 'archive':
      return act.isArchived;
    case 'pin':
    case 'pin-message':
      return act.isPinned;
    case 'mute':
      return act.untilMs !== null;
    default:
      return true;
  }
}
