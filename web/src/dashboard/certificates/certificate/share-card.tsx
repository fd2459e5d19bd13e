import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { type Certificate, links } from '../../api.ts';
import { PageControls } from './page-controls.tsx';
import { TEXT } from './text.ts';

export function ShareCard({ certificate }: { certificate: Certificate }) {
  const { id, qr_verification_url: url } = certificate;
  const text = useText(TEXT);
  return (
    <Card title={text.share}>
      <div className="share">
        <img
          className="qr"
          src={links.getCertificateQr(id, { format: 'svg' })}
          alt={text.qrAlt}
          width={176}
          height={176}
        />
        <div className="stack gap-small share-actions">
          <ButtonLink
            variant="primary"
            icon="external"
            wide
            external
            href={url}
            target="_blank"
            rel="noopener"
          >
            {text.open} <span className="visually-hidden">{text.newTab}</span>
          </ButtonLink>
          <div className="share-link">
            <input className="input mono" readOnly value={url} aria-label={text.copyLink} />
            <CopyButton value={url} label={text.copyLink} />
          </div>
          <div className="row gap-small share-qr">
            <ButtonLink
              size="small"
              icon="download"
              external
              href={links.getCertificateQr(id, { format: 'png', download: '1' })}
              download
            >
              {text.qrPng}
            </ButtonLink>
            <ButtonLink
              size="small"
              icon="download"
              external
              href={links.getCertificateQr(id, { format: 'svg', download: '1' })}
              download
            >
              {text.qrSvg}
            </ButtonLink>
          </div>
          <p className="muted small">{text.shareNote}</p>
        </div>
      </div>
      <PageControls certificate={certificate} />
    </Card>
  );
}
