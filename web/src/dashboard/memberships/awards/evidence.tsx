import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { api, links, type QueuedAward } from '../../api.ts';
import { FilePreview } from './file-preview.tsx';
import { mayPreview } from './preview-kind.ts';
import { TEXT } from './text.ts';

type Item = QueuedAward['award']['evidence'][number];

/**
 * Pictures and PDFs are shown inline; other files are downloaded, because they may contain anything. `none` is the text
 * for an empty list.
 */
export function Evidence({ items, none }: { items: readonly Item[]; none: string }) {
  if (items.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="evidence">
      {items.map((item) => (
        <li key={JSON.stringify(item)}>
          {item.certificate_id && <CertifiedFile id={item.certificate_id} />}
          {item.url && <Address url={item.url} />}
          {item.note && (
            <blockquote>
              <bdi>{item.note}</bdi>
            </blockquote>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Only http and https addresses become links. */
function Address({ url }: { url: string }) {
  const text = useText(TEXT);
  if (!/^https?:\/\//i.test(url)) return <bdi className="mono">{url}</bdi>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="evidence-link">
      <Icon name="external" size={16} />
      <bdi>{url}</bdi>
      <span className="visually-hidden">{text.newTab}</span>
    </a>
  );
}

function CertifiedFile({ id }: { id: string }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { data, error } = useQuery({ queryKey: ['certificate', id], queryFn: () => api.getCertificate(id) });
  if (error) return <Link href={`/certificates/${id}`}>{text.certificate}</Link>;
  if (data === undefined) return <Skeleton lines={1} />;
  const { file, title } = data.certificate;
  return (
    <>
      <div className="evidence-file">
        <Icon name="document" />
        <span className="evidence-name">
          <Link href={`/certificates/${id}`}>
            <bdi>{title}</bdi>
          </Link>
          <span className="muted small">
            <bdi>{file.name}</bdi>
            {file.size !== null && ` · ${formats.bytes(file.size)}`}
          </span>
        </span>
        {file.stored ? (
          <ButtonLink href={links.getProof(id, { type: 'file' })} external size="small" icon="download">
            {text.download}
          </ButtonLink>
        ) : (
          <span className="muted small">{text.notStored}</span>
        )}
      </div>
      {file.stored && mayPreview(file) && <FilePreview key={id} id={id} name={file.name} />}
    </>
  );
}
