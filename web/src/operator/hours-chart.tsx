/** A column chart of counts over time. Screen readers get the sentence above it. */

import { useFormats } from '../i18n/formats.ts';
import { Card } from '../ui/card.tsx';

type Column = { key: string; label: string; value: number };

type CountChartProps = { title: string; note: string; columns: readonly Column[]; tone?: 'plain' | 'bad' };

export function CountChart({ title, note, columns, tone = 'plain' }: CountChartProps) {
  const formats = useFormats();
  const most = Math.max(1, ...columns.map(({ value }) => value));
  if (columns.every(({ value }) => value === 0)) {
    return (
      <Card title={title}>
        <p className="chart-empty">{note}</p>
      </Card>
    );
  }
  return (
    <Card title={title} note={note}>
      <div className="op-chart" role="img" aria-label={`${title}. ${note}`}>
        {columns.map(({ key, label, value }) => (
          <span key={key} className="op-column" title={`${label}: ${formats.number(value)}`}>
            <i className={`op-bar op-bar-${tone}`} style={{ height: `${(value / most) * 100}%` }} />
          </span>
        ))}
      </div>
      <div className="op-axis muted small" aria-hidden="true">
        <span>{columns[0]?.label}</span>
        <span>{columns.at(-1)?.label}</span>
      </div>
    </Card>
  );
}
