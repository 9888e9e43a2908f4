import type { CampaignDraft, Preflight } from '@switchyard/contracts/campaigns/operations';
import { CONTACT_VARIABLES } from '@switchyard/contracts/contacts/operations';
import { text } from '@switchyard/contracts/text/text';
import { unknownVariables } from '@switchyard/message-template';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { redactText } from '../../platform/hidden-text.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { listFields } from '../contacts/index.ts';
import { creditShortage } from './campaign-credits.ts';
import { countRefusal } from './campaigns.policy.ts';
import { evaluateAudience } from './evaluate-audience.ts';
import type { Candidate, Evaluation } from './evaluate-recipient.ts';
import { forecast } from './forecast.ts';
import { addToGroup, laneShares } from './forecast-groups.ts';
import type { RecipientGroup } from './forecast-lane.ts';
import { formsNamedIn } from './form-links.ts';
import { draftFaults } from './launch.ts';
import { type EngineLane, readLanes } from './read-lanes.ts';

/** Maximum recipients in the preview; those with missing values come first. */
const MAX_PREVIEWED = 100;

/** Checks a draft by the rules of a launch, without launching it. @throws Refusal `INVALID` naming each field */
export async function checkDraft(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'onBehalfOf'>,
  draft: CampaignDraft,
  now: Date,
): Promise<Preflight> {
  authorize(countRefusal(actor, draft.audience));
  const { workspaceId } = actor;
  const faults = await draftFaults(db, workspaceId, draft, now);
  if (faults.length > 0) throw invalid(faults);
  const lanes = await readLanes(db, workspaceId, draft.engineIds);
  const tally = await tallyAudience(db, workspaceId, draft, lanes);
  const groups = [...tally.people.values()];
  const parts = lanes.map((lane, at) => ({ ...lane, people: laneShares(groups, at, lanes.length) }));
  const { window, perMinute, startAt } = draft;
  const startMs = startAt === null ? now.getTime() : new Date(startAt).getTime();
  const ahead = forecast(parts, { startMs, nowMs: now.getTime(), window, perMinute });
  const shortage = await creditShortage(db, workspaceId, tally.sendable);
  const iso = (ms: number) => new Date(ms).toISOString();
  const { preview, problems, texts, people: _people, ...counts } = tally;
  return {
    ...counts,
    missing: [...tally.missing].map(([variable, contacts]) => ({ variable, contacts })),
    unknown: await findUnknownVariables(db, workspaceId, draft.variants),
    sameText: Math.max(0, ...texts.values()),
    // The texts contain contact data, so they are hidden where texts are.
    preview: [...problems, ...preview]
      .slice(0, MAX_PREVIEWED)
      .map((row) => ({ ...row, text: redactText(actor, row.text) })),
    forecast:
      lanes.length > 0 && ahead && shortage === null
        ? {
            likely: iso(ahead.likelyMs),
            earliest: iso(ahead.earliestMs),
            latest: iso(ahead.latestMs),
            perEngine: ahead.lanes.map(({ name, messages, untilMs }) => ({ name, messages, until: iso(untilMs) })),
          }
        : null,
    blockedBy: lanes.length === 0 ? text('campaignNoEngine') : ahead ? shortage : text('campaignNeverEnds'),
  };
}

async function findUnknownVariables(
  db: Db,
  workspaceId: string,
  variants: readonly string[],
): Promise<Preflight['unknown']> {
  const fields = await listFields(db, workspaceId);
  const forms = variants.flatMap(formsNamedIn).map(({ variable }) => variable);
  const known = [...CONTACT_VARIABLES, 'unsubscribe', ...forms, ...fields.map(({ key }) => key)];
  const unknown = variants.flatMap((text) => unknownVariables(text, known));
  return [...new Map(unknown.map(({ name, nearest }) => [name, { variable: name, nearest }])).values()];
}

type PreviewRow = Preflight['preview'][number];

async function tallyAudience(db: Db, workspaceId: string, draft: CampaignDraft, lanes: readonly EngineLane[]) {
  const tally = {
    contacts: 0,
    sendable: 0,
    optedOut: 0,
    notOnWhatsApp: 0,
    overCap: 0,
    tooLong: 0,
    firstContacts: 0,
    missing: new Map<string, number>(),
    texts: new Map<string, number>(),
    people: new Map<string, RecipientGroup>(),
    problems: [] as PreviewRow[],
    preview: [] as PreviewRow[],
  };
  // Deriving a zone from a number takes 20 µs, so it is only done if the time of day matters.
  const workspaceZone = lanes[0]?.zone ?? 'UTC';
  const hasHours = draft.window !== null || lanes.some(({ rules }) => rules.quietFrom !== null);
  for await (const page of evaluateAudience(db, workspaceId, draft)) {
    const sendable: Candidate[] = [];
    for (const { contact, evaluation } of page) {
      addToTally(tally, evaluation);
      if (evaluation.skip === null) sendable.push(contact);
      const { variant, filled } = evaluation;
      const { text, missing } = filled;
      const shown = { contactId: contact.id, name: contact.name, mobile: contact.mobile, variant, text, missing };
      if (evaluation.skip?.kind === 'missing') tally.problems.length < MAX_PREVIEWED && tally.problems.push(shown);
      else if (evaluation.skip === null && tally.preview.length < MAX_PREVIEWED) tally.preview.push(shown);
    }
    const known = await knownOf(db, sendable, lanes);
    tally.firstContacts += sendable.length - known.size;
    for (const contact of sendable)
      addToGroup(tally.people, contact, { isKnown: known.has(contact.mobile), workspaceZone, hasHours });
  }
  return tally;
}

function addToTally(tally: Awaited<ReturnType<typeof tallyAudience>>, { skip, filled }: Evaluation): void {
  tally.contacts += 1;
  if (skip === null) {
    tally.sendable += 1;
    tally.texts.set(filled.text, (tally.texts.get(filled.text) ?? 0) + 1);
  } else if (skip.kind === 'opted-out') tally.optedOut += 1;
  else if (skip.kind === 'not-on-whatsapp') tally.notOnWhatsApp += 1;
  else if (skip.kind === 'over-cap') tally.overCap += 1;
  else if (skip.kind === 'too-long') tally.tooLong += 1;
  else for (const name of skip.variables) tally.missing.set(name, (tally.missing.get(name) ?? 0) + 1);
}

/** The numbers that one of the lanes has written to before. */
async function knownOf(db: Db, contacts: readonly Candidate[], lanes: readonly EngineLane[]): Promise<Set<string>> {
  if (contacts.length === 0) return new Set();
  const engineIds = lanes.map(({ engineId }) => engineId);
  const mobiles = contacts.map(({ mobile }) => mobile);
  const { rows } = await db.execute<{ recipient: string }>(sql`
    select distinct recipient from engine_recipients
    where engine_id = any (${sql.param(engineIds)}::uuid[]) and recipient = any (${sql.param(mobiles)}::text[])`);
  return new Set(rows.map(({ recipient }) => recipient));
}
