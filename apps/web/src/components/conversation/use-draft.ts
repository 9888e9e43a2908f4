import { useState } from 'react';
import { useMe } from '../../lib/signed-in/use-me.ts';

/** What a person is writing to a chat; it is there again after a reload. */
export function useDraft(engineId: string, chat: string): [string, (text: string) => void] {
  const key = `switchyard.chat-draft.${useMe()._id}.${engineId}.${chat}`;
  const [text, setText] = useState(() => read(key));
  const write = (written: string) => {
    setText(written);
    // At once: what was sent may be answered when its chat is no longer on the screen.
    keep(key, written);
  };
  return [text, write];
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing: it is written all the same.
  }
}
