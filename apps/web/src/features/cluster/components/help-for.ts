import { clusterTexts } from '../texts.ts';

export type HelpState = keyof typeof clusterTexts.help;

/**
 * The help text that explains a status: `Init:CrashLoopBackOff` is explained as CrashLoopBackOff, ErrImagePull as its
 * later state.
 */
export function helpFor(status: string): HelpState | null {
  const word = status.replace(/^Init:/, '');
  if (word === 'ErrImagePull' || word === 'InvalidImageName') return 'ImagePullBackOff';
  if (word === 'CreateContainerConfigError' || word === 'RunContainerError') return 'CreateContainerError';
  return Object.hasOwn(clusterTexts.help, word) ? (word as HelpState) : null;
}
