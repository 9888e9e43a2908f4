import { withoutCourtesies } from './courtesies.ts';
import { planAct } from './plan-act.ts';
import { campaign } from './plan-campaign.ts';
import { planRead } from './plan-read.ts';
import type { Parts, Plan, PlanContext } from './plan-types.ts';
import { AskBack, Reading } from './reading.ts';
import { withoutReasons } from './reasons.ts';
import { Unclear } from './resolve-when.ts';
import { tokenise } from './tokens.ts';

const SO_LONG = 500;
/** A request of very many clauses is not read in all of the ways that there are. */
const MOST_READINGS = 8;
const READS = new Set([
  'get_scheduled_messages',
  'get_messages',
  'get_chats',
  'get_contacts',
  'get_profile_pic',
  'get_engines',
  'why_not_sent',
]);

/**
 * What a request asks for, by rules alone. Each word that could change the meaning must have been used, or nothing is done: what is not understood is asked
 * back or declined, never guessed.
 */
export const plan = (request: string, context: PlanContext): Plan =>
  planWithin(request, context, { left: MOST_READINGS });

function planWithin(request: string, context: PlanContext, readings: { left: number }): Plan {
  if (request.length > SO_LONG && !/["“:]/.test(request)) {
    return {
      kind: 'ask',
      question: `That is long for me. Ask in at most ${SO_LONG} characters, one thing at a time.`,
      choices: [],
    };
  }
  const asked = withoutCourtesies(request, context.lexicon);
  const made = planOf(asked, context);
  if (made.kind === 'calls' || made.kind === 'help') return made;
  // What is told beside what is asked is left out only where the rest is clear.
  for (const { request: shorter, isOnlyToRead } of withoutReasons(asked, context.lexicon)) {
    readings.left -= 1;
    if (readings.left < 0) break;
    const other = planWithin(shorter, context, readings);
    if (
      other.kind === 'calls' &&
      (!isOnlyToRead || other.calls.every(({ tool }) => READS.has(tool) || tool === 'undo'))
    )
      return other;
    if (other.kind === 'ask' && other.choices.length > 0) return other;
  }
  return made;
}

function planOf(request: string, context: PlanContext): Plan {
  const reading = new Reading(request, tokenise(request, context.lexicon), context.now);
  const parts: Parts = { ...context, reading };
  try {
    if (isHelp(reading)) return { kind: 'help' };
    const planned = reading.first(
      () => campaign(parts),
      () => planAct(parts),
      () => planRead(parts),
    );
    const words = reading.leftOver();
    if (planned?.kind === 'calls' && isCorrected(reading) && planned.calls.some(({ tool }) => !READS.has(tool)))
      throw new AskBack('You put that right as you wrote it. Say once more what I shall do, as one request.');
    return planned && words.length === 0 ? planned : { kind: 'decline', words };
  } catch (error) {
    if (error instanceof AskBack) {
      const words = reading.leftOver().filter((word) => !/^["'“]/.test(word));
      // A request that is foreign anyhow is not asked about its details; one that names several people is asked whom it means.
      return error.choices.length === 0 && isForeign(reading, words)
        ? { kind: 'decline', words }
        : { kind: 'ask', question: error.message, choices: error.choices };
    }
    if (error instanceof Unclear) return { kind: 'ask', question: error.message, choices: [] };
    throw error;
  }
}

/** “to Friday, actually Saturday”: which of them holds, nobody can know. */
function isCorrected({ request, tokens }: Reading): boolean {
  const found =
    /(?<=\S)[,;.?!–-]+ *(?:oh |ah |hm+ |wait,? |no,? )*(?:actually|make (?:that|it)|or rather|rather|i mean|i meant|scratch that|correction|sorry,? i)\b/i.exec(
      request,
    );
  return (
    found !== null &&
    !tokens.some((token) => token.is === 'text' && token.from <= found.index && found.index < token.to)
  );
}

const isForeign = (reading: Reading, words: string[]): boolean =>
  words.length > 2 && words.length > reading.tokens.length / 2;

function isHelp(reading: Reading): boolean {
  const asked = reading.take(
    'what can you do',
    'what are you able to do',
    'what do you do',
    'how do you work',
    'how does this work',
    'what else can you do',
    'capabilities',
    'what should i ask',
    'what can i ask',
    'what can i do here',
    'how can you help',
    'what are your capabilities',
    'who are you',
    'what are you',
  );
  if (asked) return reading.leftOver().length === 0;
  const words = reading.tokens
    .filter((token) => token.is === 'word')
    .map((token) => (token.is === 'word' ? token.text : ''));
  return (
    reading.tokens.length === words.length &&
    words.includes('help') &&
    words.every((word) => ['help', 'me', 'please', 'i', 'need'].includes(word))
  );
}
