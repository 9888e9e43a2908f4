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
import { lackOfCredits } from './campaign-credits.ts';
import { chooseRefusal } from './campaigns.policy.ts';
import { evaluateAudience } from './evaluate-audience.ts';
import type { Candidate, Judged } from './evaluate-recipient.ts';
import { forecast } from './forecast.ts';
import type { People } from './forecast-lane.ts';
import { formsNamedIn } from './form-links.ts';
import { draftFaults } from './launch.ts';
import { addPerson, sharesOf } from './people.ts';
import { type EngineLane, readLanes } from './read-lanes.ts';

/** Recipients that are shown: those who lack something first. */
const SHOWN = 100;

/**
 * Everything that a launch would do, by the same rules, without doing it.
 * @throws Refusal `INVALID` naming each field
 */
export async function checkDraft(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'onBehalfOf'>,
  draft: CampaignDraft,
  now: Date,
): Promise<Preflight> {
  authorize(chooseRefusal(actor, draft.audience));
  const { workspaceId } = actor;
  const faults = await draftFaults(db, workspaceId, draft, now);
  if (faults.length > 0) throw invalid(faults);
  const lanes = await readLanes(db, workspaceId, draft.engineIds);
  const tally = await judgeAll(db, workspaceId, draft, lanes);
  const parts = lanes.map((lane, at) => ({ ...lane, people: sharesOf([...tally.people.values()], at, lanes.length) }));
  const { window, perMinute, startAt } = draft;
  const startMs = startAt === null ? now.getTime() : new Date(startAt).getTime();
  const ahead = forecast(parts, { startMs, nowMs: now.getTime(), window, perMinute });
  const lack = await lackOfCredits(db, workspaceId, tally.sendable);
  const iso = (ms: number) => new Date(ms).toISOString();
  const { preview, problems, texts, people: _people, ...counts } = tally;
  return {
    ...counts,
    missing: [...tally.missing].map(([variable, contacts]) => ({ variable, contacts })),
    unknown: await findUnknown(db, workspaceId, draft.variants),
    sameText: Math.max(0, ...texts.values()),
    // Filled with what the workspace keeps of each.
    preview: [...problems, ...preview]
      .slice(0, SHOWN)
      .map((shown) => ({ ...shown, text: redactText(actor, shown.text) })),
    forecast:
      lanes.length > 0 && ahead && lack === null
        ? {
            likely: iso(ahead.likelyMs),
            earliest: iso(ahead.earliestMs),
            latest: iso(ahead.latestMs),
            perEngine: ahead.lanes.map(({ name, messages, untilMs }) => ({ name, messages, until: iso(untilMs) })),
          }
        : null,
    blockedBy: lanes.length === 0 ? text('campaignNoEngine') : ahead ? lack : text('campaignNeverEnds'),
  };
}

async function findUnknown(db: Db, workspaceId: string, variants: readonly string[]): Promise<Preflight['unknown']> {
  const fields = await listFields(db, workspaceId);
  const forms = variants.flatMap(formsNamedIn).map(({ variable }) => variable);
  const known = [...CONTACT_VARIABLES, 'unsubscribe', ...forms, ...fields.map(({ key }) => key)];
  const found = variants.flatMap((text) => unknownVariables(text, known));
  return [...new Map(found.map(({ name, nearest }) => [name, { variable: name, nearest }])).values()];
}

type PreviewRow = Preflight['preview'][number];

async function judgeAll(db: Db, workspaceId: string, draft: CampaignDraft, lanes: readonly EngineLane[]) {
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
    people: new Map<string, People>(),
    problems: [] as PreviewRow[],
    preview: [] as PreviewRow[],
  };
  // To read a zone from a number takes 20 µs, so it is read only where a clock matters.
  const clock = lanes[0]?.zone ?? 'UTC';
  const hasHours = draft.window !== null || lanes.some(({ rules }) => rules.quietFrom !== null);
  for await (const page of evaluateAudience(db, workspaceId, draft)) {
    const sendable: Candidate[] = [];
    for (const { contact, judged } of page) {
      count(tally, judged);
      if (judged.skip === null) sendable.push(contact);
      const { variant, filled } = judged;
      const { text, missing } = filled;
      const shown = { contactId: contact.id, name: contact.name, mobile: contact.mobile, variant, text, missing };
      if (judged.skip?.kind === 'missing') tally.problems.length < SHOWN && tally.problems.push(shown);
      else if (judged.skip === null && tally.preview.length < SHOWN) tally.preview.push(shown);
    }
    const known = await knownOf(db, sendable, lanes);
    tally.firstContacts += sendable.length - known.size;
    for (const contact of sendable)
      addPerson(tally.people, contact, { isKnown: known.has(contact.mobile), clock, hasHours });
  }
  return tally;
}

function count(tally: Awaited<ReturnType<typeof judgeAll>>, { skip, filled }: Judged): void {
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

/** The numbers that one of the lanes has written to. */
async function knownOf(db: Db, contacts: readonly Candidate[], lanes: readonly EngineLane[]): Promise<Set<string>> {
  if (contacts.length === 0) return new Set();
  const engineIds = lanes.map(({ engineId }) => engineId);
  const mobiles = contacts.map(({ mobile }) => mobile);
  const { rows } = await db.execute<{ recipient: string }>(sql`
    select distinct recipient from engine_recipients
    where engine_id = any (${sql.param(engineIds)}::uuid[]) and recipient = any (${sql.param(mobiles)}::text[])`);
  return new Set(rows.map(({ recipient }) => recipient));
}
