import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../lib/api/client.ts';
import type { ChatThreadState } from './use-chat-thread.ts';

/** Below the roughly 25 seconds for which WhatsApp shows it. */
const REPEAT_MS = 10_000;
/** After this long without a keystroke, the user counts as no longer typing. */
const IDLE_MS = 8_000;

/** Shows the other party that the account is typing while the user writes. Best effort: nothing waits for it. */
export function useTyping({ of, thread }: Pick<ChatThreadState, 'of' | 'thread'>, text: string): void {
  const { engineId: id, chat } = of;
  const canShow = thread.data?.abilities.typing === true;
  // A restored draft is not typing.
  const known = useRef({ text, toldAtMs: 0 });
  const sendTyping = useEffectEvent((isTyping: boolean) => {
    const { current } = known;
    if (!canShow || (isTyping ? Date.now() - current.toldAtMs < REPEAT_MS : current.toldAtMs === 0)) return;
    current.toldAtMs = isTyping ? Date.now() : 0;
    void api.chats.typing({ id, chat, isTyping }).catch(() => undefined);
  });
  useEffect(() => {
    if (text === known.current.text) return;
    known.current.text = text;
    sendTyping(text.trim() !== '');
    const idle = setTimeout(() => sendTyping(false), IDLE_MS);
    return () => clearTimeout(idle);
  }, [text]);
  useEffect(() => () => sendTyping(false), []);
}
