import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { api, type Certificate, type Mode } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { BUSY_REFRESH_MS, CALM_REFRESH_MS, isOnItsWay } from '../list/use-certificates.ts';
import { StatusBadge } from '../status-badge.tsx';
import { TEXT } from './text.ts';

const SHOWN = 4;

export const latestQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['certificates', mode, 'latest'],
    queryFn: () => api.listCertificates({ limit: SHOWN, mode }),
    refetchInterval: ({ state }) =>
      state.data?.certificates.some(isOnItsWay) ? BUSY_REFRESH_MS : CALM_REFRESH_MS,
  });

export function LatestCard() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const { data } = useQuery(latestQuery(mode));
  // An account may have certificates only in the other mode.
  if (!data || data.certificates.length === 0) return null;
  return (
    <Card
      flush
      title={text.latest}
      actions={
        <ButtonLink size="small" href="/certificates">
          {text.all}
        </ButtonLink>
      }
    >
      <ul className="latest">
        {data.certificates.map((certificate) => (
          <li key={certificate.id}>
            <Latest certificate={certificate} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Latest({ certificate }: { certificate: Certificate }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { id, title, status, created_at: createdAt, qr_verification_url: url } = certificate;
  return (
    <>
      <div className="latest-words">
        <Link href={`/certificates/${id}`}>
          <bdi>{title}</bdi>
        </Link>
        <time className="muted small" dateTime={createdAt} title={formats.exactTime(createdAt)}>
          {formats.dateTime(createdAt)}
        </time>
      </div>
      <StatusBadge status={status} />
      <ButtonLink
        external
        variant="quiet"
        size="small"
        icon="external"
        href={url}
        target="_blank"
        rel="noopener"
        aria-label={text.open(title)}
        title={text.open(title)}
      />
    </>
  );
}
