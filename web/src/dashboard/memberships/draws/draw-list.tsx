import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Formats, useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { api, type Draw } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { StatusList } from '../../status-list.tsx';
import { useDay } from '../use-day.ts';
import { usePrograms } from '../use-programs.ts';
import { TEXT } from './text.ts';
import { drawLink, isUnderWay } from './use-draw.ts';

export function DrawList({ create }: { create: ReactNode }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  return (
    <StatusList
      text={text}
      steps={text.pages}
      lines={4}
      queryKey={['draws', mode]}
      load={(asked) => api.listDraws({ ...asked, mode })}
      refreshMs={({ draws }) => (draws.some(isUnderWay) ? 5_000 : false)}
      isEmpty={({ draws }) => draws.length === 0}
      empty={(status) => (
        <EmptyState icon="people" title={text.emptyTitle} actions={status === '' && create}>
          {status === '' ? text.empty : text.noneOfStatus}
        </EmptyState>
      )}
    >
      {({ draws }) => <DrawTable draws={draws} />}
    </StatusList>
  );
}

function DrawTable({ draws }: { draws: readonly Draw[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const day = useDay();
  const { programOf } = usePrograms();
  const columns: readonly Column<Draw>[] = [
    {
      label: text.columns.draw,
      cell: ({ id, name, number, program_id }) => (
        <span className="name-cell">
          <Link href={drawLink(id)}>
            <bdi>{name}</bdi>
          </Link>
          <span className="muted small">
            {number !== null && `${text.number(formats.number(number))} · `}
            <bdi>{programOf(program_id)?.name}</bdi>
          </span>
        </span>
      ),
    },
    { label: text.columns.status, cell: ({ status }) => <DrawBadge status={status} /> },
    { label: text.columns.period, cell: ({ from, to }) => text.period(day(from), day(to)) },
    { label: text.columns.size, cell: (draw) => sizeOf(draw, text, formats) },
    { label: text.columns.reviews, cell: ({ reviews }) => outcomesOf(reviews, text, formats) || '—' },
  ];
  return <Table caption={text.title} columns={columns} rows={draws} rowKey={({ id }) => id} />;
}

const TONES = { draft: 'plain', sealing: 'warn', sealed: 'warn', drawn: 'good', cancelled: 'bad' } as const;

export function DrawBadge({ status }: Pick<Draw, 'status'>) {
  const text = useText(TEXT);
  return <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>;
}

type Words = (typeof TEXT)['en'];

/**
 * The size of a draw, such as `5% of 812`, or "all" if at least as many are wanted as there are candidates. The number
 * of candidates is left out until they are frozen.
 */
export function sizeOf(
  { share_percent: share, count, candidates }: Draw,
  text: Words,
  formats: Formats,
): string {
  const size = share === null ? formats.number(count ?? 0) : formats.percent(share / 100);
  if (candidates !== null && count !== null && count >= candidates)
    return text.everybody(formats.number(candidates));
  return candidates === null ? size : text.of(size, formats.number(candidates));
}

const OUTCOMES = ['open', 'passed', 'failed', 'excused', 'cancelled'] as const;

function outcomesOf(reviews: Draw['reviews'], text: Words, formats: Formats): string {
  if (reviews === null) return '';
  return OUTCOMES.filter((name) => reviews[name] > 0)
    .map((name) => text.outcomes[name](formats.number(reviews[name])))
    .join(' · ');
}
