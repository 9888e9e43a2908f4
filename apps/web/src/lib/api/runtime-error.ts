/** What a browser throws by itself: its words are for programmers. */
export const isRuntimeError = (failure: unknown): boolean =>
  failure instanceof DOMException ||
  [TypeError, RangeError, SyntaxError, ReferenceError].some((kind) => failure instanceof kind);
