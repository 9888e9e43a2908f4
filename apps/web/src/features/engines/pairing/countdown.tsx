import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import { secondsLeft } from './seconds-left.ts';

const TICK_MS = 500;

/** Until when the code on the screen is good. Says nothing when the browser's clock cannot be right about it. */
export function Countdown({ until }: { until: string | null }) {
  const { t } = useTranslation('engines');
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = secondsLeft(until, nowMs);
  if (left === null) return null;
  if (left === 0) return t('pairing.changing');
  return t('pairing.newCodeIn', { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` });
}
