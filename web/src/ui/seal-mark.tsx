/** The logo: a wax seal with a check mark. `--seal` and `--on-seal` override its colours. */
export function SealMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="var(--seal, var(--accent))"
        d="M13.1 3.4Q16.0 -1.6 18.9 3.4Q23.6 0.1 24.0 5.9Q29.8 5.0 27.6 10.4Q33.2 12.1 28.9 16.0Q33.2 19.9 27.6 21.6Q29.8 27.0 24.0 26.1Q23.6 31.9 18.9 28.6Q16.0 33.6 13.1 28.6Q8.4 31.9 8.0 26.1Q2.2 27.0 4.4 21.6Q-1.2 19.9 3.1 16.0Q-1.2 12.1 4.4 10.4Q2.2 5.0 8.0 5.9Q8.4 0.1 13.1 3.4Z"
      />
      <g fill="none" stroke="var(--on-seal, var(--on-accent))" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="16" cy="16" r="9.4" strokeOpacity="0.4" strokeWidth="0.9" />
        <path strokeWidth="2.3" d="M11.9 16.3l2.9 2.9 5.5-6.1" />
      </g>
    </svg>
  );
}
