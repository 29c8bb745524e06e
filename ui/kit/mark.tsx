/** The sign of the product: stones on stones. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" fill="var(--accent)">
      <ellipse cx="16" cy="25.5" rx="12" ry="4.5" />
      <ellipse cx="15.5" cy="16.5" rx="8.5" ry="3.8" />
      <ellipse cx="16.5" cy="8.5" rx="5" ry="3.4" />
    </svg>
  );
}
