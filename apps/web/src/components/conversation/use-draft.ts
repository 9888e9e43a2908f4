import { useState } from 'react';
import { useMe } from '../../lib/signed-in/use-me.ts';

/** The unsent text for a chat, restored after a reload. */
export function useDraft(engineId: string, chat: string): [string, (text: string) => void] {
  const key = `switchyard.chat-draft.${useMe()._id}.${engineId}.${chat}`;
  const [text, setText] = useState(() => loadDraft(key));
  const write = (written: string) => {
    setText(written);
    // Saved at once: a send may be answered after its chat has left the screen.
    saveDraft(key, written);
  };
  return [text, write];
}

function loadDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function saveDraft(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Browsers without storage still let the user write.
  }
}
