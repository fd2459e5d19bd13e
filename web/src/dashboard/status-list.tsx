/** A list of records that have a status, twenty at a time. */

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';

const PAGE = 20;

type StatusListProps<Status extends string, Page> = {
  text: { title: string; status: string; any: string; statuses: Readonly<Record<Status, string>> };
  steps: StepWords;
  note?: string;
  lines: number;
  queryKey: readonly unknown[];
  load: (asked: { offset: number; status?: Status }) => Promise<Page>;
  /** How soon a page that changes by itself is read again. */
  refreshMs?: (page: Page) => number | false;
  isEmpty: (page: Page) => boolean;
  empty: (status: Status | '') => ReactNode;
  children: (page: Page) => ReactNode;
};

export function StatusList<Status extends string, Page extends { pagination: { has_more: boolean } }>({
  text,
  steps,
  note,
  lines,
  queryKey,
  load,
  refreshMs,
  isEmpty,
  empty,
  children,
}: StatusListProps<Status, Page>) {
  const [status, setStatus] = useState<Status | ''>('');
  const [offset, setOffset] = useState(0);
  const asked = { offset, ...(status !== '' && { status }) };
  const list = useQuery({
    queryKey: [...queryKey, asked],
    queryFn: () => load(asked),
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) => (data !== undefined && refreshMs?.(data)) || false,
  });
  return (
    <Card title={text.title} note={note} flush>
      <div className="status-filter">
        <Select<Status | ''>
          label={text.status}
          value={status}
          options={[
            { value: '', label: text.any },
            ...(Object.keys(text.statuses) as Status[]).map((value) => ({
              value,
              label: text.statuses[value],
            })),
          ]}
          onChange={(next) => {
            setStatus(next);
            setOffset(0);
          }}
        />
      </div>
      <Loaded found={list} lines={lines} frame="padding" isEmpty={isEmpty} empty={empty(status)}>
        {(page) => (
          <>
            {children(page)}
            <Steps text={steps} offset={offset} hasMore={page.pagination.has_more} onChange={setOffset} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

type StepWords = { pages: string; previous: string; next: string };
type StepsProps = { text: StepWords; offset: number; hasMore: boolean; onChange: (offset: number) => void };

/** Links to the previous and next page; nothing if there is only one. */
export function Steps({ text, offset, hasMore, onChange }: StepsProps) {
  if (offset === 0 && !hasMore) return null;
  /** The links are below the list, so a new page is scrolled to its first row. */
  const show = (page: number) => {
    onChange(page);
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className="list-steps row gap-small" aria-label={text.pages}>
      <Button
        size="small"
        icon="back"
        disabled={offset === 0}
        onClick={() => show(Math.max(0, offset - PAGE))}
      >
        {text.previous}
      </Button>
      <Button size="small" icon="arrow" disabled={!hasMore} onClick={() => show(offset + PAGE)}>
        {text.next}
      </Button>
    </nav>
  );
}
