import { CREDIT_KINDS, type CreditsUsage } from '@switchyard/contracts/billing/credits';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';
import classes from './day-chart.module.css';

const PERCENT = 100;

/** Credits per day of a month, one bar each; the history below it has the numbers. */
export function DayChart({ usage }: { usage: CreditsUsage }) {
  const { t } = useTranslation('billing');
  const byDay = new Map(usage.days.map((day) => [day.day, day]));
  const max = Math.max(1, ...usage.days.map(({ ai, campaign }) => ai + campaign));
  return (
    <figure style={{ margin: 0 }} aria-label={t('credits.chart')}>
      <div className={classes.chart} aria-hidden dir="ltr">
        {daysOf(usage.month).map((day) => {
          const spent = byDay.get(day);
          const details = CREDIT_KINDS.map(
            (kind) => `${t(`credits.kind.${kind}`)} ${formatNumber(spent?.[kind] ?? 0)}`,
          );
          return (
            <div key={day} className={classes.day} title={`${formatDay(day)}: ${details.join(', ')}`}>
              {CREDIT_KINDS.map((kind) => (
                <div
                  key={kind}
                  className={classes[kind]}
                  style={{ blockSize: `${((spent?.[kind] ?? 0) / max) * PERCENT}%` }}
                />
              ))}
            </div>
          );
        })}
      </div>
      <figcaption className={classes.legend}>
        {CREDIT_KINDS.map((kind) => (
          <span key={kind}>
            <i className={classes[kind]} />
            {t(`credits.kind.${kind}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** `YYYY-MM-DD` of each day of a month. */
function daysOf(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);
}
