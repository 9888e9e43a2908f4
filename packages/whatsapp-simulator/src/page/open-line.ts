import type { NetworkFrame } from '../websocket/frames.ts';
import type { OpenLine } from './page-globals.ts';

/** Serialized and run in the page, so it can't use anything from this module. */
export const openLine: OpenLine = function openLine(url, events) {
  const socket = new WebSocket(url);
  const questions = new Map<number, (answer: NetworkFrame) => void>();
  let nextNumber = 1;
  const write = (frame: unknown) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify([frame]));
  };
  socket.onopen = () => events.opened();
  socket.onclose = () => events.closed();
  socket.onmessage = ({ data }) => {
    for (const frame of JSON.parse(String(data)) as NetworkFrame[]) {
      const answer = 'n' in frame ? questions.get(frame.n) : undefined;
      if (answer && 'n' in frame) {
        questions.delete(frame.n);
        answer(frame);
      } else events.received(frame);
    }
  };
  return {
    tell: write,
    ask(question) {
      const n = nextNumber++;
      return new Promise((resolve) => {
        questions.set(n, resolve);
        write({ ...question, n });
      });
    },
    upload(content) {
      if (socket.readyState === WebSocket.OPEN) socket.send(content);
    },
    close() {
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
    },
  };
};
