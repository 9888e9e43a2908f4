import type { EnginePace } from '@switchyard/contracts/engine-sessions';
import type { LanePacing } from '@switchyard/contracts/lane';

/** Settings as their form holds them: an empty field is no limit. */
export type ValuesOf<Settings> = Record<Exclude<keyof Settings, 'warmUp'>, string | number> & { warmUp: boolean };

export const valuesOf = ({
  knownPerMinute,
  newPerMinute,
  burst,
  dailyCap,
  warmUp = false,
}: EnginePace): ValuesOf<EnginePace> => ({
  warmUp,
  knownPerMinute: knownPerMinute ?? '',
  newPerMinute: newPerMinute ?? '',
  burst,
  dailyCap: dailyCap ?? '',
});

export const pacingValuesOf = (pacing: LanePacing): ValuesOf<LanePacing> => ({
  ...valuesOf(pacing),
  quietFrom: pacing.quietFrom ?? '',
  quietTo: pacing.quietTo ?? '',
});

/** What the form says, for the server to judge; an empty burst is one message. */
export function paceOf(values: ValuesOf<EnginePace>): EnginePace {
  const numberOf = (value: string | number) => (String(value).trim() === '' ? null : Number(value));
  return {
    knownPerMinute: numberOf(values.knownPerMinute),
    newPerMinute: numberOf(values.newPerMinute),
    burst: numberOf(values.burst) ?? 1,
    dailyCap: numberOf(values.dailyCap),
    warmUp: values.warmUp,
  };
}

export const pacingOf = (values: ValuesOf<LanePacing>): LanePacing => ({
  ...paceOf(values),
  quietFrom: String(values.quietFrom) || null,
  quietTo: String(values.quietTo) || null,
});
