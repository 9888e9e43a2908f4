/** A turn of a conversation, as it is being answered. */
export interface Turn {
  conversationId: string;
  messageId: string;
  /** Ends at 30 s, or when the person stops it: nothing acts after that. */
  signal: AbortSignal;
  /** Tells the person's pages what is being done. */
  step(title: string): void;
  /** Tells them the text so far. */
  tell(text: string): void;
}
