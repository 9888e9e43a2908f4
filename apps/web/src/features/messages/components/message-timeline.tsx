import type { MessageDetail } from '@switchyard/contracts/messages/message';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../components/relative-time.tsx';
import '../texts.ts';
import classes from './message-panel.module.css';
import { type Step, timelineOf } from './timeline-steps.ts';

const STEP_STYLES = {
  done: { icon: IconCircleCheck, tone: 'success' },
  ahead: { icon: IconCircleDashed, tone: 'neutral' },
  trouble: { icon: IconAlertTriangle, tone: 'error' },
} as const;

/** Delivery progress of a message, step by step, with all times in one format. */
export function MessageTimeline({ message }: { message: MessageDetail }) {
  const { t } = useTranslation('messages');
  return (
    <ol className={classes.timeline} aria-label={t('timeline.label')}>
      {timelineOf(message).map((step) => {
        const { icon: Icon, tone } = STEP_STYLES[step.state];
        return (
          <li key={step.name} data-tone={tone} data-step={step.state}>
            <Icon size={16} aria-hidden />
            <span>
              {t(`timeline.${step.name}`)}
              {step.name === 'scheduled' && message.origin !== 'web' && (
                <small> · {t(`origin.${message.origin}`)}</small>
              )}
            </span>
            <StepTime step={step} />
          </li>
        );
      })}
    </ol>
  );
}

function StepTime({ step }: { step: Step }) {
  const { t } = useTranslation('messages');
  if (step.at !== null) return <RelativeTime at={step.at} exact />;
  if (step.state !== 'ahead') return <small>{t('timeline.timeUnknown')}</small>;
  return <small>{t(step.name === 'read' ? 'timeline.notRead' : 'timeline.notYet')}</small>;
}
