import { type CampaignDraft, campaignDraft } from '@switchyard/contracts/campaigns/operations';
import { formCodeOf } from '@switchyard/contracts/shares/form-variable';
import { faultsOf, variablesOf } from '@switchyard/message-template';
import { translateText } from '../../../lib/api/translate-text.ts';
import { offsetAt } from '../../../lib/zones/offset-at.ts';
import { type AudienceValues, definitionOf, EVERYBODY } from '../components/audience-fields.tsx';

/** The variable of each reader's own link to ask for no more messages. */
export const UNSUBSCRIBE = 'unsubscribe';

/** The variables in whose place each reader has a link of their own: to leave, and of the forms that a text names. */
export const linksIn = (text: string): string[] => [
  UNSUBSCRIBE,
  ...variablesOf(text).flatMap(({ name }) => (formCodeOf(name) === null ? [] : [name])),
];

/** A campaign while it is written. */
export interface DraftValues {
  name: string;
  audience: AudienceValues;
  variants: string[];
  isLater: boolean;
  /** Wall-clock time in the browser's `datetime-local` form, in the workspace's zone. */
  startLocal: string;
  hasWindow: boolean;
  from: string;
  to: string;
  perMinute: number | null;
  engineIds: string[];
}

/** Of a campaign that follows another: those of it who did not answer. */
export const newDraft = (follows: string | undefined): DraftValues => ({
  name: '',
  audience: follows ? { ...EVERYBODY, kind: 'silent', campaignId: follows } : EVERYBODY,
  variants: [''],
  isLater: false,
  startLocal: '',
  hasWindow: false,
  from: '09:00',
  to: '18:00',
  perMinute: null,
  engineIds: [],
});

/** Something was entered. */
export const isBegun = (values: DraftValues): boolean => JSON.stringify(values) !== JSON.stringify(newDraft(undefined));

export const STEPS = ['audience', 'text', 'time', 'check'] as const;

/** The words that say what a step still needs; null: nothing. */
export type StepFault = 'incomplete' | 'nameMissing' | 'startMissing' | 'windowFault';

/** What is missing in a step. What is wrong with a text stands at the text. */
export function faultOfStep(step: (typeof STEPS)[number], values: DraftValues): StepFault | null {
  if (step === 'audience') return definitionOf(values.audience) === null ? 'incomplete' : null;
  if (step === 'text') return values.name.trim() === '' ? 'nameMissing' : null;
  if (step === 'time' && values.isLater && values.startLocal === '') return 'startMissing';
  return step === 'time' && values.hasWindow && values.from === values.to ? 'windowFault' : null;
}

/** What is wrong with a text as a template, in words; empty: nothing. A blank text is told only once it was tried. */
export const faultsOfText = (text: string): string =>
  faultsOf(text)
    .map(({ message }) => translateText(message))
    .join(' ');

export const textsAreGood = ({ variants }: DraftValues): boolean =>
  variants.every((text) => text.trim() !== '' && faultsOfText(text) === '');

/** As the server takes it; null: something is missing. */
export function draftOf(values: DraftValues, zone: string): CampaignDraft | null {
  const audience = definitionOf(values.audience);
  if (audience === null || !textsAreGood(values) || STEPS.some((step) => faultOfStep(step, values) !== null))
    return null;
  const read = campaignDraft.safeParse({
    name: values.name,
    audience,
    variants: values.variants,
    engineIds: values.engineIds,
    startAt: values.isLater ? instantOf(values.startLocal, zone) : null,
    window: values.hasWindow ? { from: values.from, to: values.to } : null,
    perMinute: values.perMinute,
  });
  return read.success ? read.data : null;
}

/**
 * The instant of a wall-clock time in a zone: its offset there, asked for twice, as the first guess may be on the other
 * side of a change of the clock.
 */
function instantOf(local: string, zone: string): string {
  const asUtc = Date.parse(`${local}Z`);
  let at = asUtc;
  for (let round = 0; round < 2; round += 1) at = asUtc - offsetAt(zone, at);
  return new Date(at).toISOString();
}

const KEY = 'campaign-draft';

/** The draft as it was left, of this workspace; null: there is none. Typed text outlives a reload. */
export function loadDraft(workspaceId: string): DraftValues | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`${KEY} ${workspaceId}`) ?? 'null') as DraftValues | null;
    return kept && Array.isArray(kept.variants) ? { ...newDraft(undefined), ...kept } : null;
  } catch {
    return null;
  }
}

/** Null: it was launched. */
export function saveDraft(workspaceId: string, values: DraftValues | null): void {
  try {
    if (values) sessionStorage.setItem(`${KEY} ${workspaceId}`, JSON.stringify(values));
    else sessionStorage.removeItem(`${KEY} ${workspaceId}`);
  } catch {
    // Storage may be blocked; the draft holds until the page is left.
  }
}
