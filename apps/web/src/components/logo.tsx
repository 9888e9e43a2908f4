/** The mark: two tracks that join. Decorative; the name is beside it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-brand-7)" />
      <g fill="none" strokeWidth="2.6" strokeLinecap="round">
        <path d="M8 11h5.2c1.6 0 2.6.6 3.3 1.7" stroke="var(--mantine-color-brand-2)" />
        <path d="M8 21h5.2c2 0 3-1 3.8-2.6l.8-1.8C18.6 15 19.6 14 21.6 14H24" stroke="#fff" />
      </g>
      <circle cx="24" cy="14" r="2.3" fill="#fff" />
    </svg>
  );
}
