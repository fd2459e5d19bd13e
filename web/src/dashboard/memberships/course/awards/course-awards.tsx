/** The awards of a course, filtered by state. Many can be chosen and decided at once. */

import { useState } from 'react';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Card } from '../../../../ui/card.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Select } from '../../../../ui/select.tsx';
import { type Answer, api, type Course, type Input } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { COUNCIL_TEXT } from '../../text.ts';
import { usePages } from '../../use-pages.ts';
import { AwardActions, useMayAct } from './award-actions.tsx';
import { AwardList, type AwardRow, isQueued } from './award-list.tsx';
import { TEXT } from './text.ts';

const STATUSES = ['pending', 'approved', 'rejected', 'revoked', 'withdrawn'] as const;
const DIPLOMAS = ['queued', 'certified', 'failed'] as const;

type AwardFilters = Pick<Input<'listAwardsOfCourse', 1>, 'status' | 'diploma'>;

export function CourseAwards({ course }: { course: Course }) {
  const text = useText(TEXT);
  const [filters, setFilters] = useState<AwardFilters>({});
  return (
    <Card title={text.title} flush>
      <div className="award-bar">
        <Filters filters={filters} onChange={setFilters} />
      </div>
      <Rows key={JSON.stringify(filters)} course={course} filters={filters} />
    </Card>
  );
}

function Filters({
  filters,
  onChange,
}: {
  filters: AwardFilters;
  onChange: (filters: AwardFilters) => void;
}) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const any = { value: '' as const, label: words.anyOne };
  return (
    <>
      <Select
        label={text.status}
        value={filters.status ?? ''}
        options={[any, ...STATUSES.map((value) => ({ value, label: words.awardStatuses[value] }))]}
        onChange={(status) => onChange({ ...filters, status: status || undefined })}
      />
      <Select
        label={text.diploma}
        value={filters.diploma ?? ''}
        options={[
          any,
          { value: 'none', label: text.noDiploma },
          ...DIPLOMAS.map((value) => ({ value, label: words.diplomaStatuses[value] })),
        ]}
        onChange={(diploma) => onChange({ ...filters, diploma: diploma || undefined })}
      />
    </>
  );
}

function Rows({ course, filters }: { course: Course; filters: AwardFilters }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { found, rows, total, loadMore } = usePages(
    ['course-awards', course.id, mode, filters],
    (page) => api.listAwardsOfCourse(course.id, { ...filters, ...page, mode }),
    toRows,
    (seen) => seen.some((row) => isQueued(row) && row.diploma?.error === null),
  );
  const mayAct = useMayAct();
  const chosen = rows.filter(({ id }) => picked.has(id));
  const nothing = Object.values(filters).some(Boolean) ? text.nothing : text.empty;
  return (
    <Loaded
      found={found}
      lines={4}
      frame="padding"
      isEmpty={() => rows.length === 0}
      empty={<p className="council-count">{nothing}</p>}
    >
      {() => (
        <>
          <AwardActions
            course={course}
            rows={rows.filter(mayAct)}
            chosen={chosen}
            onPick={(ids) => setPicked(new Set(ids))}
          />
          <AwardList
            rows={rows}
            total={total}
            picked={picked}
            mayPick={mayAct}
            onPick={(id, isPicked) => setPicked(toggled(picked, id, isPicked))}
            onNearEnd={loadMore}
          />
          <p className="council-count">
            {text.count(formats.number(rows.length), formats.number(total ?? 0))}
          </p>
        </>
      )}
    </Loaded>
  );
}

function toggled(picked: ReadonlySet<string>, id: string, isPicked: boolean): ReadonlySet<string> {
  const next = new Set(picked);
  if (isPicked) next.add(id);
  else next.delete(id);
  return next;
}

function toRows({ awards, members }: Answer<'listAwardsOfCourse'>): readonly AwardRow[] {
  const byId = new Map(members.map((member) => [member.id, member]));
  return awards.map((award) => ({ ...award, member: byId.get(award.member_id) }));
}
