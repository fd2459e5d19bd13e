import { useText } from '../../i18n/use-text.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ApiError } from '../api.ts';
import { TEXT } from './text.ts';

type NotThereProps = { query: { isPending: boolean; error: unknown; refetch: () => unknown } };

/** Stands in for a webhook or a delivery that is on its way, missing, or of the other mode. */
export function NotThere({ query }: NotThereProps) {
  const text = useText(TEXT);
  return (
    <>
      <h1 className="visually-hidden">{text.title}</h1>
      <Card>
        {query.isPending ? (
          <Skeleton lines={8} />
        ) : query.error instanceof ApiError && query.error.status === 404 ? (
          <EmptyState
            icon="search"
            title={text.notFoundTitle}
            actions={<ButtonLink href="/webhooks">{text.back}</ButtonLink>}
          >
            {text.notFound}
          </EmptyState>
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Card>
    </>
  );
}
