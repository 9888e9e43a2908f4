import { useEffect, useState } from 'react';

const keyOf = (engineId: string, chat: string) => `switchyard.chat-draft.${engineId}.${chat}`;

/** What is being written to a chat; it is there again after a reload. */
export function useDraft(engineId: string, chat: string): [string, (text: string) => void] {
  const key = keyOf(engineId, chat);
  const [text, setText] = useState(() => read(key));
  useEffect(() => {
    try {
      if (text === '') localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    } catch {
      // A browser that keeps nothing: it is written all the same.
    }
  }, [key, text]);
  return [text, setText];
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
