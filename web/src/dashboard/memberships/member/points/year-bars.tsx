import { useFormats } from '../../../../i18n/formats.ts';
import './points.css';

type YearBarsProps = { title: string; years: readonly { label: string; points: number }[] };

/** A small chart whose numbers are written out, so that nobody depends on the height of a bar. */
export function YearBars({ title, years }: YearBarsProps) {
  const formats = useFormats();
  const most = Math.max(1, ...years.map(({ points }) => points));
  return (
    <figure className="year-bars">
      <figcaption className="small muted">{title}</figcaption>
      <ol>
        {years.map(({ label, points }) => (
          <li key={label}>
            <span className="year-points">{formats.number(points)}</span>
            <i style={{ height: `${Math.max(2, (points / most) * 64)}px` }} />
            <span className="small muted">{label}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
