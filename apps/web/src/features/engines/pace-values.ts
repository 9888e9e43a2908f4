import type { EnginePace } from '@switchyard/contracts/engines/sessions';
import type { LanePacing } from '@switchyard/contracts/messages/lane';

/** Settings as form values; an empty field means no limit. */
export type ValuesOf<Settings> = Record<Exclude<keyof Settings, 'warmUp'>, string | number> & { warmUp: boolean };
export type PacingValues = ValuesOf<Omit<LanePacing, 'quietOff'>> & Pick<LanePacing, 'quietOff'>;

export const valuesOf = ({
  knownPerMinute,
  newPerMinute,
  burst,
  dailyCap,
  warmUp = false,
  repliesPerMinute = null,
  gapFromSeconds = null,
  gapToSeconds = null,
}: EnginePace): ValuesOf<EnginePace> => ({
  warmUp,
  knownPerMinute: knownPerMinute ?? '',
  newPerMinute: newPerMinute ?? '',
  burst,
  dailyCap: dailyCap ?? '',
  repliesPerMinute: repliesPerMinute ?? '',
  gapFromSeconds: gapFromSeconds ?? '',
  gapToSeconds: gapToSeconds ?? '',
});

export const pacingValuesOf = (pacing: LanePacing): PacingValues => ({
  ...valuesOf(pacing),
  quietFrom: pacing.quietFrom ?? '',
  quietTo: pacing.quietTo ?? '',
  quietOff: pacing.quietOff,
});

/** Form values as settings, validated by the server. An empty burst means one message. */
export function paceOf(values: ValuesOf<EnginePace>): EnginePace {
  const numberOf = (value: string | number) => (String(value).trim() === '' ? null : Number(value));
  return {
    knownPerMinute: numberOf(values.knownPerMinute),
    newPerMinute: numberOf(values.newPerMinute),
    burst: numberOf(values.burst) ?? 1,
    dailyCap: numberOf(values.dailyCap),
    warmUp: values.warmUp,
    repliesPerMinute: numberOf(values.repliesPerMinute),
    gapFromSeconds: numberOf(values.gapFromSeconds),
    gapToSeconds: numberOf(values.gapToSeconds),
  };
}

export const pacingOf = (values: PacingValues): LanePacing => ({
  ...paceOf(values),
  quietFrom: values.quietOff ? null : String(values.quietFrom) || null,
  quietTo: values.quietOff ? null : String(values.quietTo) || null,
  quietOff: values.quietOff,
});
