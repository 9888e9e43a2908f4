import { type CampaignDraft, campaignDraft } from '@switchyard/contracts/campaigns/operations';
import { formCodeOf } from '@switchyard/contracts/shares/form-variable';
import { faultsOf, variablesOf } from '@switchyard/message-template';
import { translateText } from '../../../lib/api/translate-text.ts';
import { offsetAt } from '../../../lib/zones/offset-at.ts';
import { type AudienceValues, definitionOf, EVERYBODY } from '../components/audience-fields.tsx';

/** Variable for each recipient's own opt-out link. */
export const UNSUBSCRIBE = 'unsubscribe';

/** Variables replaced by a link of each recipient's own: the opt-out link and the forms that a text names. */
export const linkVariables = (text: string): string[] => [
  UNSUBSCRIBE,
  ...variablesOf(text).flatMap(({ name }) => (formCodeOf(name) === null ? [] : [name])),
];

/** A campaign draft. */
export interface DraftValues {
  name: string;
  audience: AudienceValues;
  variants: string[];
  isLater: boolean;
  /** Wall-clock time in the workspace's zone, in the format of `datetime-local`. */
  startLocal: string;
  hasWindow: boolean;
  from: string;
  to: string;
  perMinute: number | null;
  engineIds: string[];
}

/** A new draft; a follow-up addresses the recipients of the given campaign who did not reply. */
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

/** Whether anything was entered. */
export const hasInput = (values: DraftValues): boolean =>
  JSON.stringify(values) !== JSON.stringify(newDraft(undefined));

export const STEPS = ['audience', 'text', 'time', 'check'] as const;

/** Text key of what a step is missing; null if it is complete. */
export type StepFault = 'incomplete' | 'nameMissing' | 'startMissing' | 'windowFault';

/** What a step is missing. Template errors are shown at the text itself. */
export function stepFault(step: (typeof STEPS)[number], values: DraftValues): StepFault | null {
  if (step === 'audience') return definitionOf(values.audience) === null ? 'incomplete' : null;
  if (step === 'text') return values.name.trim() === '' ? 'nameMissing' : null;
  if (step === 'time' && values.isLater && values.startLocal === '') return 'startMissing';
  return step === 'time' && values.hasWindow && values.from === values.to ? 'windowFault' : null;
}

/**
 * Template errors of a text in words; empty if there are none. A blank text is reported only after an attempt to
 * continue.
 */
export const templateFaults = (text: string): string =>
  faultsOf(text)
    .map(({ message }) => translateText(message))
    .join(' ');

export const areTextsValid = ({ variants }: DraftValues): boolean =>
  variants.every((text) => text.trim() !== '' && templateFaults(text) === '');

/** The draft in the API's format; null while something is missing. */
export function toCampaignDraft(values: DraftValues, zone: string): CampaignDraft | null {
  const audience = definitionOf(values.audience);
  if (audience === null || !areTextsValid(values) || STEPS.some((step) => stepFault(step, values) !== null))
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
 * The instant of a wall-clock time in a zone. Computes the zone's offset twice, because the first guess may be on the
 * other side of a clock change.
 */
function instantOf(local: string, zone: string): string {
  const asUtc = Date.parse(`${local}Z`);
  let at = asUtc;
  for (let round = 0; round < 2; round += 1) at = asUtc - offsetAt(zone, at);
  return new Date(at).toISOString();
}

const STORAGE_KEY = 'campaign-draft';

/** Loads this workspace's saved draft, or null. Drafts survive a reload. */
export function loadDraft(workspaceId: string): DraftValues | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(`${STORAGE_KEY} ${workspaceId}`) ?? 'null') as DraftValues | null;
    return stored && Array.isArray(stored.variants) ? { ...newDraft(undefined), ...stored } : null;
  } catch {
    return null;
  }
}

/** @param values null once the campaign is launched */
export function saveDraft(workspaceId: string, values: DraftValues | null): void {
  try {
    if (values) sessionStorage.setItem(`${STORAGE_KEY} ${workspaceId}`, JSON.stringify(values));
    else sessionStorage.removeItem(`${STORAGE_KEY} ${workspaceId}`);
  } catch {
    // Storage may be blocked; the draft then lasts until the page is left.
  }
}
