import { type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type AuditEvent, api, links } from '../api.ts';
import { useMay } from '../may.tsx';
import { useMode } from '../mode.tsx';
import { ownApi } from '../own-api.ts';
import { Page } from '../page.tsx';
import { PEOPLE } from '../people/teams/queries.ts';
import { AuditEntry } from './audit-entry.tsx';
import { FilterFields, type OnFilter } from './audit-filters.tsx';
import { type AuditFilters, NO_FILTERS, parseAuditFilters, toAuditQuery, toSearch } from './audit-query.ts';
import './audit.css';
import type { KeyNames } from './sentence.ts';
import { TEXT } from './text.ts';

const PAGE_SIZE = 50;

export function AuditPage() {
  const text = useText(TEXT);
  const may = useMay();
  const [mode] = useMode();
  const [params, setParams] = useSearchParams();
  const filters = parseAuditFilters(params);
  const query = toAuditQuery(filters, mode);
  const keys = useQuery({ queryKey: ['keys'], queryFn: api.listKeys, enabled: may('listKeys') });
  const people = useQuery({ queryKey: PEOPLE, queryFn: api.listPeople, enabled: may('listPeople') });
  const log = useAuditLog(['audit', query], (page) => api.listAuditEvents({ ...query, ...page }));
  const show = (next: AuditFilters) => setParams(toSearch(next), { replace: true });
  const onFilter: OnFilter = (change) => show({ ...filters, ...change });
  const object = log.data?.pages
    .flatMap(({ events }) => events)
    .find(({ target }) => target === filters.object);
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        <ButtonLink href={links.exportAudit(query)} external icon="download">
          {text.exportCsv}
        </ButtonLink>
      }
    >
      <FilterFields
        filters={filters}
        people={people.data?.people ?? []}
        keys={keys.data?.keys ?? []}
        object={object?.object ?? null}
        onFilter={onFilter}
        onClear={() => show(NO_FILTERS)}
      />
      <AuditLog
        log={log}
        keyNames={new Map(keys.data?.keys.map(({ id, name }) => [id, name]))}
        isFiltered={Object.keys(toSearch(filters)).length > 0}
        onFilter={onFilter}
      />
    </Page>
  );
}

/** The person's own log-ins and changes of passwords and factors. */
export function OwnAuditLog() {
  const text = useText(TEXT);
  const log = useAuditLog(['own-audit'], ownApi.listOwnAuditEvents);
  return (
    <>
      <p className="muted">{text.ownIntro}</p>
      <AuditLog log={log} keyNames={NO_KEYS} isFiltered={false} onFilter={undefined} />
    </>
  );
}

const NO_KEYS: KeyNames = new Map();

type Read = typeof ownApi.listOwnAuditEvents;

export function useAuditLog(queryKey: QueryKey, read: Read) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read({ limit: PAGE_SIZE, ...(pageParam && { before: Number(pageParam) }) }),
    initialPageParam: '',
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
  });
}

type AuditLogProps = {
  log: ReturnType<typeof useAuditLog>;
  keyNames: KeyNames;
  isFiltered: boolean;
  onFilter: OnFilter | undefined;
};

export function AuditLog({ log, keyNames, isFiltered, onFilter }: AuditLogProps) {
  const text = useText(TEXT);
  return (
    <Loaded found={log} lines={9} frame="card">
      {({ pages }) => {
        const events = pages.flatMap((page) => page.events);
        return (
          <>
            {events.length === 0 ? (
              <NoEntries isFiltered={isFiltered} hasMore={log.hasNextPage} />
            ) : (
              <AuditDays events={events} keyNames={keyNames} onFilter={onFilter} />
            )}
            {log.isFetchNextPageError && (
              <ErrorState error={log.error} onRetry={() => void log.fetchNextPage()} />
            )}
            <div className="audit-more">
              {log.hasNextPage ? (
                <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                  {text.older}
                </Button>
              ) : (
                events.length > 0 && <p className="muted small">{isFiltered ? text.endFound : text.end}</p>
              )}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}

function NoEntries({ isFiltered, hasMore }: { isFiltered: boolean; hasMore: boolean }) {
  const text = useText(TEXT);
  const found = hasMore ? text.noneYet : text.none;
  return (
    <Card>
      <EmptyState icon="history" title={isFiltered ? text.noneTitle : text.emptyTitle}>
        {isFiltered ? found : text.empty}
      </EmptyState>
    </Card>
  );
}

type AuditDaysProps = { events: readonly AuditEvent[] } & Pick<AuditLogProps, 'keyNames' | 'onFilter'>;

/** The entries grouped by day, in the account's time zone. */
function AuditDays({ events, keyNames, onFilter }: AuditDaysProps) {
  const formats = useFormats();
  const days = Map.groupBy(events, ({ at }) => formats.date(at));
  return [...days].map(([day, entries]) => (
    <section key={day} className="audit-day" aria-label={day}>
      <h2>{day}</h2>
      <ol className="card">
        {entries.map((event) => (
          <AuditEntry key={event.id} event={event} keyNames={keyNames} onFilter={onFilter} />
        ))}
      </ol>
    </section>
  ));
}
