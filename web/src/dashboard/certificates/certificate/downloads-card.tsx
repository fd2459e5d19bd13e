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
  { type: 'record', icon: 'clock' },
  { type: 'blockchain', icon: 'block' },
  { type: 'asic', icon: 'globe' },
  { type: 'file', icon: 'download' },
];

export function DownloadsCard({ certificate }: { certificate: Certificate }) {
  const text = useText(TEXT);
  return (
    <Card title={text.downloads} flush>
      <ul className="downloads">
        {DOWNLOADS.filter(({ type }) => isOffered(type, certificate)).map(({ type, icon }) => (
          <li key={type}>
            <Download type={type} icon={icon} certificate={certificate} />
          </li>
        ))}
        <SealedDownload certificate={certificate} />
      </ul>
      {certificate.file.stored && (
        <div className="downloads-end">
          <EraseFile certificate={certificate} />
        </div>
      )}
    </Card>
  );
}

/** A container needs the stored original; an evidence record is useful only for a shared time stamp. */
function isOffered(type: ProofType, { nom151, file }: Certificate): boolean {
  if (type === 'asic') return file.stored;
  return type !== 'record' || nom151.shared;
}

type DownloadProps = { type: ProofType; icon: IconName; certificate: Certificate };

function Download({ type, icon, certificate: { id, status, file, nom151 } }: DownloadProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { name: plainName, note } = text.proofs[type];
  const name =
    type === 'constancia' && nom151.accredited && !nom151.shared ? text.accreditedConstancia : plainName;
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
  return (
    <DownloadRow
      icon={icon}
      name={name}
      remark={remark}
      href={isReady ? links.getProof(id, query) : undefined}
    />
  );
}

/** The copy of the PDF with the time stamp inside. It is erased with the original. */
function SealedDownload({ certificate: { sealed, file } }: { certificate: Certificate }) {
  const text = useText(TEXT);
  if (sealed === null || sealed.certificate_id === null || !file.stored) return;
  const href = links.getProof(sealed.certificate_id, { type: 'file' });
  return (
    <li>
      <DownloadRow icon="shield" name={text.sealedCopy} remark={text.sealedCopyNote} href={href} />
    </li>
  );
}

type DownloadRowProps = { icon: IconName; name: string; remark: string; href: string | undefined };

function DownloadRow({ icon, name, remark, href }: DownloadRowProps) {
  const content = (
    <>
      <span className="download-sign">
        <Icon name={icon} />
      </span>
      <span className="download-words">
        <span className="download-name">{name}</span>
        <span className="muted small">{remark}</span>
      </span>
      <Icon name={href === undefined ? 'lock' : 'download'} />
    </>
  );
  return href !== undefined ? (
    <a className="download" href={href} download>
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
