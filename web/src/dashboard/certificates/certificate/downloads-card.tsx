import { type Formats, useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { type Certificate, links, type ProofType } from '../../api.ts';
import { EraseFile } from './erase-file.tsx';
import { TEXT } from './text.ts';

const DOWNLOADS: readonly { type: ProofType; icon: IconName }[] = [
  { type: 'constancia', icon: 'document' },
  { type: 'court', icon: 'book' },
  { type: 'bundle', icon: 'shield' },
  { type: 'nom151', icon: 'clock' },
  { type: 'blockchain', icon: 'block' },
  { type: 'file', icon: 'download' },
];

export function DownloadsCard({ certificate }: { certificate: Certificate }) {
  const text = useText(TEXT);
  return (
    <Card title={text.downloads} flush>
      <ul className="downloads">
        {DOWNLOADS.map(({ type, icon }) => (
          <li key={type}>
            <Download type={type} icon={icon} certificate={certificate} />
          </li>
        ))}
      </ul>
      {certificate.file.stored && (
        <div className="downloads-end">
          <EraseFile certificate={certificate} />
        </div>
      )}
    </Card>
  );
}

type DownloadProps = { type: ProofType; icon: IconName; certificate: Certificate };

function Download({ type, icon, certificate: { id, status, file, nom151 } }: DownloadProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { name: plainName, note } = text.proofs[type];
  const name = type === 'constancia' && nom151.accredited ? text.accreditedConstancia : plainName;
  const isFinal = status === 'certified';
  const isReady = type === 'file' ? file.stored : type !== 'blockchain' || isFinal;
  const remark =
    type === 'file'
      ? fileRemark(text, formats, file)
      : !isReady
        ? text.notReady
        : type === 'bundle' && !isFinal
          ? text.bundleEarly
          : type === 'court' && !file.stored
            ? text.courtWithoutOriginal
            : note;
  const query = type === 'court' && !file.stored ? { type, original: 'omit' as const } : { type };
  const content = (
    <>
      <span className="download-sign">
        <Icon name={icon} />
      </span>
      <span className="download-words">
        <span className="download-name">{name}</span>
        <span className="muted small">{remark}</span>
      </span>
      <Icon name={isReady ? 'download' : 'lock'} />
    </>
  );
  return isReady ? (
    <a className="download" href={links.getProof(id, query)} download>
      {content}
    </a>
  ) : (
    // A disabled link, so that screen readers announce it.
    // biome-ignore lint/a11y/useValidAnchor: it has no address on purpose.
    <a className="download" role="link" aria-disabled="true">
      {content}
    </a>
  );
}

type Words = Pick<typeof TEXT.en, 'keptUntil' | 'erased' | 'neverSent'>;

function fileRemark(
  text: Words,
  formats: Formats,
  { name, size, stored, expires_at, erased_at }: Certificate['file'],
) {
  if (erased_at !== null) return text.erased(name, formats.date(erased_at));
  if (!stored || size === null) return text.neverSent(name);
  const bytes = formats.bytes(size);
  return expires_at === null ? `${name}, ${bytes}` : text.keptUntil(name, bytes, formats.date(expires_at));
}
