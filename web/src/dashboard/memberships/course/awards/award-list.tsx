import { Link } from 'wouter';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { type VirtualColumn, VirtualList } from '../../../../ui/virtual-list.tsx';
import { type Award, type KnownMember, links } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { AwardStatusBadge } from '../../badges.tsx';
import { COUNCIL_TEXT } from '../../text.ts';
import { useRoleName } from '../../use-role-name.ts';
import { TEXT } from './text.ts';

export type AwardRow = Award & { member: KnownMember | undefined };

type AwardListProps = {
  rows: readonly AwardRow[];
  total: number | undefined;
  picked: ReadonlySet<string>;
  mayPick: (row: AwardRow) => boolean;
  onPick: (id: string, isPicked: boolean) => void;
  onNearEnd: () => void;
};

export function AwardList({ rows, total, picked, mayPick, onPick, onNearEnd }: AwardListProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const formats = useFormats();
  const roleName = useRoleName();
  const nameOf = ({ member }: AwardRow) => member?.name || words.noName;
  const columns: readonly VirtualColumn<AwardRow>[] = [
    {
      label: text.columns.pick,
      isQuiet: true,
      bare: true,
      cell: (row) =>
        mayPick(row) && (
          <input
            type="checkbox"
            aria-label={text.pick(nameOf(row))}
            checked={picked.has(row.id)}
            onChange={(event) => onPick(row.id, event.target.checked)}
          />
        ),
    },
    {
      label: text.columns.member,
      bare: true,
      cell: (row) => (
        <div className="name-cell">
          <Link href={`/memberships/members/${row.member_id}`}>
            <bdi>{nameOf(row)}</bdi>
          </Link>
          <span className="muted small">{row.member?.member_number}</span>
        </div>
      ),
    },
    { label: text.columns.role, cell: ({ role }) => <span className="cut">{roleName(role)}</span> },
    { label: text.columns.completed, cell: ({ completed_on: on }) => formats.fullDay(on) },
    { label: text.columns.status, cell: ({ status }) => <AwardStatusBadge status={status} /> },
    { label: text.columns.diploma, cell: (row) => <DiplomaCell row={row} name={nameOf(row)} /> },
  ];
  return (
    <VirtualList
      label={text.title}
      className="course-awards"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHeight={{ desk: 60, phone: 184 }}
      total={total}
      onNearEnd={onNearEnd}
    />
  );
}

export function isQueued({ diploma }: AwardRow): boolean {
  return diploma?.status === 'queued';
}

function DiplomaCell({ row, name }: { row: AwardRow; name: string }) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const [mode] = useMode();
  if (row.diploma === null) return <span className="muted">{words.none}</span>;
  if (row.diploma.status === 'certified')
    return (
      <a
        href={links.getDiploma(row.id, { mode, format: 'raw' })}
        download
        className="mono cut"
        title={text.get}
      >
        <span className="visually-hidden">
          {text.get}, {name}:{' '}
        </span>
        {row.diploma.folio}
      </a>
    );
  const isFailed = row.diploma.status === 'failed';
  const isWaiting = isQueued(row) && row.diploma.error === 'allowance_exhausted';
  return (
    <span title={isFailed ? text.retry : isWaiting ? text.waitsHint : undefined}>
      <Badge tone={isFailed ? 'bad' : 'warn'}>
        {isWaiting ? text.waits : words.diplomaStatuses[row.diploma.status]}
      </Badge>
    </span>
  );
}
