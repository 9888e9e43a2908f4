import { useMemo } from 'react';
import { qrPath } from '../../../lib/qr/qr-path.ts';
import classes from './pairing.module.css';

/** A QR code, dark on white in both colour schemes as scanners expect. */
export function QrCode({ text, label, isFading }: { text: string; label: string; isFading: boolean }) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      data-text={text}
      data-fading={isFading || undefined}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#0b1512" />
    </svg>
  );
}
