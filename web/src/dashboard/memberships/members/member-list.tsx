import { Link } from 'wouter';
import { type Formats, useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type VirtualColumn, VirtualList } from '../../../ui/virtual-list.tsx';
import type { Member, MemberStanding } from '../../api.ts';
import { MemberStatusBadge, StandingBadge } from '../badges.tsx';
import { fullName } from '../full-name.ts';
import { COUNCIL_TEXT } from '../text.ts';
import { usePrograms } from '../use-programs.ts';
import type { MemberFilters, MemberSort } from './list-query.ts';
import { TEXT } from './text.ts';

export type MemberRow = Member & { memberships: readonly MemberStanding[] };

type MemberListProps = {
  rows: readonly MemberRow[];
  total: number | undefined;
  onNearEnd: () => void;
} & Sorting;

type Sorting = { sort: MemberFilters['sort']; onSort: (sort: MemberFilters['sort']) => void };

export function MemberList({ rows, total, onNearEnd, ...sorting }: MemberListProps) {
  const text = useText(TEXT);
  const columns = useColumns(sorting);
  return (
    <VirtualList
      label={text.title}
      className="members-list"
      columns={columns}
      rows={sorting.sort.endsWith('valid_until') ? rows.map(firstToEnd) : rows}
      rowKey={({ id }) => id}
      rowHeight={{ desk: 60, phone: 152 }}
      total={total}
      onNearEnd={onNearEnd}
    />
  );
}

function useColumns(sorting: Sorting): readonly VirtualColumn<MemberRow>[] {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const formats = useFormats();
  const { programs, programOf } = usePrograms();
  return [
    {
      label: text.columns.name,
      sort: sortBy('name', sorting),
      bare: true,
      cell: (row) => (
        <div className="name-cell">
          <Link href={`/memberships/members/${row.id}`}>
            <bdi>{fullName(row) || words.noName}</bdi>
          </Link>
          <span className="muted small">
            <bdi>{row.specialty ?? row.email ?? ''}</bdi>
          </span>
        </div>
      ),
    },
    {
      label: text.columns.number,
      sort: sortBy('member_number', sorting),
      cell: (row) => <span className="cut">{row.member_number}</span>,
    },
    {
      label: text.columns.standing,
      cell: (row) => {
        const [first, ...others] = row.memberships;
        if (row.status !== 'active') return <MemberStatusBadge status={row.status} />;
        if (first === undefined) return <span className="muted small">{text.noMembership}</span>;
        const program = programOf(first.program_id)?.name;
        return (
          <span className="row gap-small" title={program}>
            <StandingBadge standing={first.standing} />
            {others.length > 0 && <span className="muted small">{text.andMore(others.length)}</span>}
            {programs.length > 1 && <span className="cut muted small members-program">{program}</span>}
          </span>
        );
      },
    },
    {
      label: text.columns.until,
      sort: sortBy('valid_until', sorting),
      cell: ({ memberships: [first] }) => (first ? formats.fullDay(first.valid_until) : words.none),
    },
    {
      label: text.columns.points,
      cell: ({ memberships: [first] }) =>
        first ? <span className="cut">{missingOf(first, text, formats)}</span> : words.none,
    },
  ];
}

/** Puts first the membership whose end decides the member's position in the list, which shows only this one. */
function firstToEnd(row: MemberRow): MemberRow {
  const placeOf = ({ standing, valid_until: end }: MemberStanding) =>
    standing === 'ended' ? `~${end}` : end;
  const memberships = row.memberships.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  return { ...row, memberships };
}

/** The first press sorts in ascending order, the second in descending order, and the third by newest again. */
function sortBy(column: MemberSort, { sort, onSort }: Sorting): VirtualColumn<MemberRow>['sort'] {
  const isUp = sort === column;
  const isDown = sort === `-${column}`;
  return {
    now: isUp ? 'ascending' : isDown ? 'descending' : undefined,
    onPress: () => onSort(isUp ? `-${column}` : isDown ? '' : column),
  };
}

function missingOf(
  { met, missing_points, missing_items: items }: MemberStanding,
  text: { metShort: string; missing: (points: string) => string; itemsMissing: (names: string) => string },
  formats: Formats,
): string {
  if (!met) return text.missing(formats.number(missing_points));
  return items.length > 0 ? text.itemsMissing(items.join(', ')) : text.metShort;
}
