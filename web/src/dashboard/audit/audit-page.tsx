import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type AuditEvent, api, links } from '../api.ts';
import { Page } from '../page.tsx';
import { AuditEntry } from './audit-entry.tsx';
import './audit.css';
import type { KeyNames } from './sentence.ts';
import { TEXT } from './text.ts';

const PAGE_SIZE = 50;

export function AuditPage() {
  const text = useText(TEXT);
  const keys = useQuery({ queryKey: ['keys'], queryFn: api.listKeys });
  const keyNames: KeyNames = new Map(keys.data?.keys.map(({ id, name }) => [id, name]));
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        <ButtonLink href={links.exportAudit()} external icon="download">
          {text.exportCsv}
        </ButtonLink>
      }
    >
      <AuditLog name="audit" read={api.listAuditEvents} keyNames={keyNames} />
    </Page>
  );
}

/** One's own log-ins, passwords and factors. */
export function OwnAuditLog() {
  const text = useText(TEXT);
  return (
    <>
      <p className="muted">{text.ownIntro}</p>
      <AuditLog name="own-audit" read={api.listOwnAuditEvents} keyNames={NO_KEYS} />
    </>
  );
}

const NO_KEYS: KeyNames = new Map();

type AuditLogProps = { name: string; read: typeof api.listAuditEvents; keyNames: KeyNames };

function AuditLog({ name, read, keyNames }: AuditLogProps) {
  const text = useText(TEXT);
  const log = useInfiniteQuery({
    queryKey: [name],
    queryFn: ({ pageParam }) => read({ limit: PAGE_SIZE, ...(pageParam && { before: Number(pageParam) }) }),
    initialPageParam: '',
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
  });
  return (
    <Loaded found={log} lines={9} frame="card">
      {({ pages }) => (
        <>
          <AuditDays events={pages.flatMap(({ events }) => events)} keyNames={keyNames} />
          {log.isFetchNextPageError && (
            <ErrorState error={log.error} onRetry={() => void log.fetchNextPage()} />
          )}
          <div className="audit-more">
            {log.hasNextPage ? (
              <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                {text.older}
              </Button>
            ) : (
              <p className="muted small">{text.end}</p>
            )}
          </div>
        </>
      )}
    </Loaded>
  );
}

/** The entries grouped by day, in the account's time zone. */
function AuditDays({ events, keyNames }: { events: readonly AuditEvent[]; keyNames: KeyNames }) {
  const text = useText(TEXT);
  const formats = useFormats();
  if (events.length === 0) {
    return (
      <Card>
        <EmptyState icon="history" title={text.emptyTitle}>
          {text.empty}
        </EmptyState>
      </Card>
    );
  }
  const days = Map.groupBy(events, ({ at }) => formats.date(at));
  return [...days].map(([day, entries]) => (
    <section key={day} className="audit-day" aria-label={day}>
      <h2>{day}</h2>
      <ol className="card">
        {entries.map((event) => (
          <AuditEntry key={event.id} event={event} keyNames={keyNames} />
        ))}
      </ol>
    </section>
  ));
}
