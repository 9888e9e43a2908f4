import type { Token } from './tokens.ts';

/** A clause at the end that says why: "…, it's raining", "…. She's on the phone"; nothing of the asker's own, which may be second thoughts. */
const REASON =
  /(?:[,.?!;]\s+|\s+(?=because\b))(?:because )?(?:(?:it's|it is|he's|he has|she's|she has|they're|they are)\s(?!the\b|a\b|an\b|that\b|for\b|to\b|about\b)|they\s|the \p{L}+ (?:is|are|was|has|have)\s)[^,;:"]*$/u;
/** What may turn or widen a request is no reason. */
const TURNS =
  /\b(?:not|no|only|but|except|if|unless|until|when|also|too|and then|instead|keep|leave|skip|cancel\w*|delete\w*|move\w*|send\w*|stop\w*|pause\w*|fail\w*|pending|messages?|one|ones|all|rest|others?|about|wrong|want\w*|need\w*|should|must|please)\b|n't\b/;

/** A request without the reason that it ends with; null: it ends with none, or what stands there may be part of what is asked. */
export function withoutReason(request: string, lower: string, tokens: readonly Token[]): string | null {
  const found = REASON.exec(lower);
  if (!found || found.index === 0 || TURNS.test(found[0])) return null;
  const isOnlyWords = tokens.every((token) => token.to <= found.index || token.is === 'word');
  return isOnlyWords ? request.slice(0, found.index) : null;
}
