/** An organiser's courses and rosters: what was proposed and sent, what became of it, what came late or is missing. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { api, type Organizer, type OrganizerRecord } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { TEXT } from './text.ts';

type Missing = OrganizerRecord['missing_rosters'][number];
type Late = OrganizerRecord['late_rosters'][number];

export function RecordCards({ organizer }: { organizer: Organizer }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const found = useQuery({
    queryKey: ['organizer', organizer.id, 'record', mode],
    queryFn: () => api.getOrganizerRecord(organizer.id, { mode }),
  });
  return (
    <Loaded found={found} lines={4} frame="card">
      {({ record }) => (
        <>
          <Card title={text.record}>
            <Figures record={record} />
            {record.late_rosters.length + record.missing_rosters.length === 0 && (
              <p className="small muted">{text.noRecord}</p>
            )}
          </Card>
          {record.missing_rosters.length > 0 && <MissingCard rows={record.missing_rosters} />}
          {record.late_rosters.length > 0 && <LateCard rows={record.late_rosters} />}
        </>
      )}
    </Loaded>
  );
}

function Figures({ record: { courses, rosters, rows, awards } }: { record: OrganizerRecord }) {
  const text = useText(TEXT);
  const { number } = useFormats();
  return (
    <dl className="council-facts">
      <Fact label={text.courses}>
        {text.ofCourses(number(courses.accredited + courses.closed), number(courses.refused))}
      </Fact>
      <Fact label={text.rosters}>{text.ofRosters(number(rosters.posted), number(rosters.late))}</Fact>
      <Fact label={text.rows}>{text.ofRows(number(rows.accepted), number(rows.refused))}</Fact>
      <Fact label={text.awards}>
        {text.ofAwards(number(awards.approved), number(awards.pending), number(awards.rejected))}
      </Fact>
    </dl>
  );
}

function useColumns(): readonly Column<Missing>[] {
  const text = useText(TEXT);
  const formats = useFormats();
  return [
    {
      label: text.course,
      cell: ({ course_id, title }) => (
        <Link href={`/memberships/courses/${course_id}`}>
          <bdi>{title}</bdi>
        </Link>
      ),
    },
    { label: text.due, cell: ({ due_on }) => formats.fullDay(due_on) },
    { label: text.daysLate, kind: 'number', cell: ({ days_late }) => formats.number(days_late) },
  ];
}

function MissingCard({ rows }: { rows: readonly Missing[] }) {
  const text = useText(TEXT);
  const columns = useColumns();
  return (
    <Card title={text.missing} flush>
      <Table caption={text.missing} columns={columns} rows={rows} rowKey={({ course_id }) => course_id} />
    </Card>
  );
}

function LateCard({ rows }: { rows: readonly Late[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const columns: readonly Column<Late>[] = [
    ...useColumns(),
    { label: text.posted, cell: ({ posted_on }) => formats.fullDay(posted_on) },
  ];
  return (
    <Card title={text.late} flush>
      <Table caption={text.late} columns={columns} rows={rows} rowKey={({ roster_id }) => roster_id} />
    </Card>
  );
}
