import type { ReactNode } from 'react';

type Bar = {
  key: string;
  label: ReactNode;
  value: string;
  /** From the bottom to the top. The patterns `plain` and `striped` tell parts apart without colours. */
  parts: readonly { kind: 'plain' | 'striped'; size: number }[];
};

/** Columns with their numbers above. Screen readers get `summary`, and the table beside it. */
export function Bars({ summary, bars }: { summary: string; bars: readonly Bar[] }) {
  const sizes = bars.map(({ parts }) => parts.reduce((sum, { size }) => sum + size, 0));
  const most = Math.max(1, ...sizes);
  return (
    <div className="bars" role="img" aria-label={summary}>
      {bars.map(({ key, label, value, parts }) => (
        <div key={key} className="bar-column">
          <span className="bar-value">{value}</span>
          <div className="bar">
            {[...parts].reverse().map(({ kind, size }) => (
              <i
                key={kind}
                className={`bar-part bar-${kind}`}
                style={{ height: `${(size / most) * 100}%` }}
              />
            ))}
          </div>
          <span className="bar-label">{label}</span>
        </div>
      ))}
    </div>
  );
}
