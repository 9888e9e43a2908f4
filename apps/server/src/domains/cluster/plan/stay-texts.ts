import type { StayReason } from '@switchyard/cluster-rules/consolidation-plan';
import { type CodedText, text } from '@switchyard/contracts/text/text';

/** Why a pod must stay, as texts for people. */
export const STAY_TEXTS: Readonly<Record<StayReason, CodedText>> = {
  DaemonSet: text('podOfDaemonSet'),
  mirror: text('podStatic'),
  critical: text('podCritical'),
  unowned: text('podUnowned'),
  'local-volume': text('podLocalVolume'),
  'claimed-volume': text('podClaimedVolume'),
  'not-safe-to-evict': text('podNotSafeToEvict'),
  'placed-by-others': text('podPlacedByOthers'),
  budget: text('podBudget'),
  'other-namespace': text('podOtherNamespace'),
  'not-running': text('podNotRunning'),
  unmeasured: text('podUnmeasured'),
};
