import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { api, type CertificateDetail } from '../../api.ts';
import { HoldNote } from '../../holds/hold-note.tsx';
import { usePageTitle } from '../../page.tsx';
import { RecordPage } from '../../record-page.tsx';
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
    <RecordPage
      found={detail}
      title={text.title}
      back={{ href: '/certificates', label: text.back }}
      missing={{ title: text.notFoundTitle, text: text.notFound }}
    >
      {(found) => <Detail detail={found} />}
    </RecordPage>
  );
}

function Detail({ detail }: { detail: CertificateDetail }) {
  const { certificate } = detail;
  usePageTitle(certificate.title);
  return (
    <>
      <Verdict detail={detail} />
      <HoldNote of={{ certificate_id: certificate.id }} />
      <div className="detail">
        <div className="detail-main">
          <CompareCard certified={certificate.file.digest} />
          <TimelineCard detail={detail} />
          <FactsCard detail={detail} />
        </div>
        <div className="detail-side">
          <DownloadsCard certificate={certificate} />
          <ShareCard certificate={certificate} />
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

const isFinal = ({ certificate }: CertificateDetail) =>
  certificate.status === 'certified' && certificate.sealed?.status !== 'queued';
