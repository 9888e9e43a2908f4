import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll } from 'vitest';
import { startI18n } from '../src/lib/i18n/i18n.ts';

// Browser features missing from this page, which has no layout.
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
  // Long enough for a machine busy with ten other things; elements that exist are found at once.
  asyncUtilTimeout: 15_000,
  // Name only what was not found; a whole page of the library's markup would hide it.
  getElementError: (message) => new Error(message?.split('Ignored nodes')[0] ?? 'not found'),
});

// Testing Library sets this itself, but only in the first file of a worker: without it the effects of events are
// rendered later.
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
