import { useState } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { type Column, Table } from '../../../../ui/table.tsx';
import type { Member, Transcript } from '../../../api.ts';
import { May } from '../../../may.tsx';
import { AwardStatusBadge } from '../../badges.tsx';
import { BECAUSE, becauseWords, categoryNames } from '../../because.ts';
import { useRoleName } from '../../use-role-name.ts';
import { ActivityDialog } from './activity-dialog.tsx';
import { TEXT } from './text.ts';
import { YearBars } from './year-bars.tsx';

type AwardPart = Transcript['awards'][number];

export function AwardsCard({ member, transcript }: { member: Member; transcript: Transcript }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const roleName = useRoleName();
  const [isAdding, setAdding] = useState(false);
  const awards = [...transcript.awards].sort((a, b) => b.completed_on.localeCompare(a.completed_on));
  const columns: readonly Column<AwardPart>[] = [
    {
      label: text.columns.what,
      cell: ({ course_id: courseId, title, role, aval }) => (
        <div className="award-title">
          {courseId ? (
            <Link href={`/memberships/courses/${courseId}`}>
              <bdi>{title}</bdi>
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
          <span className="muted small">{[roleName(role), aval].filter(Boolean).join(' · ')}</span>
        </div>
      ),
    },
    {
      label: text.columns.completed,
      cell: ({ completed_on: on }) => <span className="when">{formats.fullDay(on)}</span>,
    },
    { label: text.columns.status, cell: ({ status }) => <AwardStatusBadge status={status} /> },
    { label: text.columns.counts, cell: (award) => <Counted award={award} transcript={transcript} /> },
  ];
  return (
    <Card
      title={text.awards}
      note={text.awardsNote}
      flush={awards.length > 0}
      actions={
        member.status === 'active' && (
          <May act="createAward">
            <Button size="small" icon="plus" onClick={() => setAdding(true)}>
              {text.activity.open}
            </Button>
          </May>
        )
      }
    >
      {awards.length === 0 ? (
        <p className="muted">{text.none}</p>
      ) : (
        <>
          <YearBars title={text.byYear} years={countedByYear(awards)} />
          <div className="award-table">
            <Table caption={text.awards} columns={columns} rows={awards} rowKey={({ id }) => id} />
          </div>
        </>
      )}
      {isAdding && <ActivityDialog member={member} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function Counted({ award, transcript }: { award: AwardPart; transcript: Transcript }) {
  const text = useText(TEXT);
  const because = useText(BECAUSE);
  const formats = useFormats();
  return (
    <ul className="counted">
      {award.lines.map((line) => {
        const program = transcript.programs.find(({ id }) => id === line.program_id);
        const nameOf = categoryNames(program);
        return (
          <li key={`${line.program_id} ${line.category}`}>
            <span>
              <strong>{text.counts(formats.number(line.counted), formats.number(line.points))}</strong>{' '}
              <span className="muted">
                {nameOf(line.category)}
                {line.term !== null && `, ${text.term(line.term)}`}
              </span>
            </span>
            {line.because && award.status === 'approved' && (
              <span className="small counted-why">{becauseWords(line.because, nameOf, because)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The last years up to the newest award, including years without awards. */
function countedByYear(awards: readonly AwardPart[]): readonly { label: string; points: number }[] {
  const years = new Map<number, number>();
  for (const { completed_on: on, lines } of awards) {
    const year = Number(on.slice(0, 4));
    years.set(year, (years.get(year) ?? 0) + lines.reduce((sum, line) => sum + line.counted, 0));
  }
  const newest = Math.max(...years.keys());
  const oldest = Math.max(newest - 7, Math.min(newest - 2, ...years.keys()));
  return Array.from({ length: newest - oldest + 1 }, (_, i) => oldest + i).map((year) => ({
    label: String(year),
    points: Math.round((years.get(year) ?? 0) * 100) / 100,
  }));
}
