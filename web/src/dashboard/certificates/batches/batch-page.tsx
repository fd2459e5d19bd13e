import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { api, type Batch } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { usePageTitle } from '../../page.tsx';
import { ME } from '../../people/session.ts';
import { RecordPage } from '../../record-page.tsx';
import { useChange } from '../../use-change.ts';
import { BatchItems } from './batch-items.tsx';
import { BatchProgress, BatchStatus } from './batch-progress.tsx';
import { TEXT } from './text.ts';

const REFRESH_MS = 1_000;

export function BatchPage({ id }: { id: string }) {
  const text = useText(TEXT);
  const found = useBatch(id);
  usePageTitle(text.one);
  return (
    <RecordPage
      found={found}
      title={text.one}
      back={{ href: '/batches', label: text.back }}
      missing={{ title: text.notFoundTitle, text: text.notFound }}
    >
      {({ batch }) => <One batch={batch} />}
    </RecordPage>
  );
}

/** Polls until the batch is completed, then refreshes the other queries that the batch changed. */
function useBatch(id: string) {
  const [mode] = useMode();
  const queries = useQueryClient();
  const found = useQuery({
    queryKey: ['batch', mode, id],
    queryFn: () => api.getBatch(id, { mode }),
    refetchInterval: ({ state }) => (state.data?.batch.status === 'completed' ? false : REFRESH_MS),
  });
  const done = (found.data?.batch.made ?? 0) + (found.data?.batch.failed ?? 0);
  useEffect(() => {
    if (done === 0) return;
    void queries.invalidateQueries({ queryKey: ['batch-items', mode, id] });
    void queries.invalidateQueries({ queryKey: ['certificates'] });
    void queries.invalidateQueries({ queryKey: ME });
  }, [done, queries, mode, id]);
  return found;
}

function One({ batch }: { batch: Batch }) {
  const text = useText(TEXT);
  const formats = useFormats();
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{text.of(formats.dateTime(batch.created_at))}</h1>
          <p className="page-intro mono small">{batch.id}</p>
        </div>
        <BatchStatus batch={batch} />
      </header>
      <div className="stack gap-large">
        <Card>
          <div className="stack" aria-live="polite">
            <BatchProgress batch={batch} />
            {batch.failed > 0 && <Failed batch={batch} />}
          </div>
        </Card>
        <BatchItems batch={batch} />
      </div>
    </>
  );
}

function Failed({ batch }: { batch: Batch }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const retry = useChange(() => api.retryBatch(batch.id, { mode }), {
    refreshes: [['batch'], ['batch-items'], ME],
    say: text.retry.done,
  });
  return (
    <>
      <Note tone="warn">{text.retry.intro(formats.number(batch.failed))}</Note>
      {retry.error && <Note tone="bad">{retry.error.message}</Note>}
      <div className="row">
        <May act="retryBatch">
          <Button icon="refresh" busy={retry.isPending} onClick={() => retry.mutate()}>
            {text.retry.button}
          </Button>
        </May>
      </div>
    </>
  );
}
