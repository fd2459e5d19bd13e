import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ApiError, api, type CertificateDetail } from '../../api.ts';
import { usePageTitle } from '../../page.tsx';
import './certificate.css';
import { CompareCard } from './compare-card.tsx';
import { DownloadsCard } from './downloads-card.tsx';
import { FactsCard } from './facts-card.tsx';
import { ShareCard } from './share-card.tsx';
import { TEXT } from './text.ts';
import { TimelineCard } from './timeline-card.tsx';
import { Verdict } from './verdict.tsx';

const REFRESH_MS = 1_500;

export function CertificatePage({ id }: { id: string }) {
  const text = useText(TEXT);
  const detail = useDetail(id);
  return (
    <div className="page">
      <Link href="/certificates" className="back-link">
        <Icon name="back" size={16} />
        {text.back}
      </Link>
      {detail.data ? (
        <Detail detail={detail.data} />
      ) : (
        <>
          <h1 className="visually-hidden">{text.title}</h1>
          <Card>
            {detail.isPending ? (
              <Skeleton lines={8} />
            ) : isMissing(detail.error) ? (
              <EmptyState
                icon="search"
                title={text.notFoundTitle}
                actions={<ButtonLink href="/certificates">{text.back}</ButtonLink>}
              >
                {text.notFound}
              </EmptyState>
            ) : (
              <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
            )}
          </Card>
        </>
      )}
    </div>
  );
}

function Detail({ detail }: { detail: CertificateDetail }) {
  const { certificate } = detail;
  usePageTitle(certificate.title);
  return (
    <>
      <Verdict detail={detail} />
      <div className="detail">
        <div className="detail-main">
          <TimelineCard detail={detail} />
          <CompareCard sha256={certificate.file.sha256} />
          <FactsCard detail={detail} />
        </div>
        <div className="detail-side">
          <ShareCard certificate={certificate} />
          <DownloadsCard certificate={certificate} />
        </div>
      </div>
    </>
  );
}

/** Polls until the certificate is final, then refreshes the lists. */
function useDetail(id: string) {
  const queries = useQueryClient();
  const detail = useQuery({
    queryKey: ['certificate', id],
    queryFn: () => api.getCertificate(id),
    refetchInterval: ({ state }) => (state.data && !isFinal(state.data) ? REFRESH_MS : false),
  });
  const status = detail.data?.certificate.status;
  useEffect(() => {
    if (status === 'certified') void queries.invalidateQueries({ queryKey: ['certificates'] });
  }, [status, queries]);
  return detail;
}

const isFinal = ({ certificate }: CertificateDetail) => certificate.status === 'certified';
const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;
