import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll } from 'vitest';
import { startI18n } from '../src/lib/i18n/i18n.ts';

// What is asked of a browser and this page, which lays nothing out, does not have.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { matches: false, media, onchange: null }) as never;
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
Blob.prototype.stream ??= function stream(this: Blob) {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new Uint8Array(await this.arrayBuffer()));
      controller.close();
    },
  });
};
Element.prototype.scrollIntoView ??= () => undefined;
window.scrollTo = () => undefined;

// Once for all files of a worker, which share their modules.
if (!i18next.isInitialized) startI18n();

configure({
  // As long as it takes on a machine that does ten other things; what is there is seen at once.
  asyncUtilTimeout: 15_000,
  // What was sought is enough to know; a whole page of the toolkit's markup hides it.
  getElementError: (message) => new Error(message?.split('Ignored nodes')[0] ?? 'not found'),
});

// Testing Library says so itself, but in the first file of a worker alone: without it what an event changes is drawn
// later.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

afterEach(() => {
  cleanup();
  notifications.cleanQueue();
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
});
