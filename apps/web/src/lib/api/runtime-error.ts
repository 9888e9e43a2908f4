/** Whether the browser itself threw it: such messages are for programmers. */
export const isRuntimeError = (failure: unknown): boolean =>
  failure instanceof DOMException ||
  [TypeError, RangeError, SyntaxError, ReferenceError].some((kind) => failure instanceof kind);
