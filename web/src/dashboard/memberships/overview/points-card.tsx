import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { type Answer, api, type Overview } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Bars } from './bars.tsx';
import { TEXT } from './text.ts';

type Year = { year: string; points: number; awards: number };

/** Loaded separately: with many awards it takes longer than the figures above. */
export function PointsCard({ programs }: { programs: Overview['programs'] }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const found = useQuery({
    queryKey: ['overview-points', mode],
    queryFn: () => api.readPointsByYear({ mode }),
  });
  const several = programs.length > 1;
  return (
    <Card title={text.pointsTitle} note={text.pointsNote}>
      <Loaded
        found={found}
        lines={5}
        isEmpty={({ years }) => years === null || years.length === 0}
        empty={<p className="muted">{found.data?.years ? text.pointsNone : text.pointsMany}</p>}
      >
        {({ years }) => (
          <div className="stack gap-large">
            {programs.map(({ id, name }) => (
              <Years key={id} title={several ? name : undefined} years={ofProgram(years ?? [], id)} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Years({ title, years }: { title: string | undefined; years: readonly Year[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const best = years.reduce<Year | undefined>(
    (most, year) => (most && most.points >= year.points ? most : year),
    undefined,
  );
  if (best === undefined) return null;
  const columns: readonly Column<Year>[] = [
    { label: text.year, cell: ({ year }) => year },
    { label: text.points, kind: 'number', cell: ({ points }) => formats.decimal(points) },
    { label: text.awardsColumn, kind: 'number', cell: ({ awards }) => formats.number(awards) },
  ];
  return (
    <div className="stack">
      {title !== undefined && (
        <h3>
          <bdi>{title}</bdi>
        </h3>
      )}
      <Bars
        summary={text.pointsSummary(formats.decimal(best.points), best.year)}
        bars={years.map(({ year, points }) => ({
          key: year,
          label: year,
          value: formats.decimal(points),
          parts: [{ kind: 'plain', size: points }],
        }))}
      />
      <Disclosure summary={text.asTable}>
        <Table caption={text.pointsTitle} columns={columns} rows={years} rowKey={({ year }) => year} />
      </Disclosure>
    </div>
  );
}

type PointYears = NonNullable<Answer<'readPointsByYear'>['years']>;

function ofProgram(years: PointYears, programId: string): Year[] {
  return years
    .filter(({ program_id }) => program_id === programId)
    .map(({ year, points, awards }) => ({ year: String(year), points, awards }));
}
