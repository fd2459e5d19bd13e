/** What the certificate states, in one sentence. */

import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Note } from '../../../ui/note.tsx';
import { SealMark } from '../../../ui/seal-mark.tsx';
import type { CertificateDetail } from '../../api.ts';
import { isOwnAuthority } from '../names.ts';
import { StatusBadge } from '../status-badge.tsx';
import { SharedNote } from './shared-note.tsx';
import { TEXT } from './text.ts';

export function Verdict({ detail: { certificate, chain_trust: trust } }: { detail: CertificateDetail }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { title, status, livemode, nom151 } = certificate;
  const witness = nom151.accredited ? 'accredited' : isOwnAuthority(nom151.psc) ? 'own' : 'other';
  return (
    <header className="verdict">
      <div className={classNames('verdict-seal', !(livemode && nom151.accredited) && 'verdict-seal-plain')}>
        <SealMark size={64} />
      </div>
      <div className="stack gap-small">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p className="row gap-small">
          <StatusBadge status={status} />
          {!livemode && (
            <Badge tone="warn" icon="info">
              {text.badges.test}
            </Badge>
          )}
          {livemode && (
            <Badge tone={nom151.accredited ? 'good' : 'warn'} icon={nom151.accredited ? 'shield' : 'info'}>
              {nom151.accredited ? text.badges.accredited : text.badges.notAccredited}
            </Badge>
          )}
        </p>
        <p className="verdict-say">
          {text.verdict.existed[witness]}{' '}
          <strong>
            <time dateTime={nom151.gen_time}>{formats.exactTime(nom151.gen_time)}</time>
          </strong>
          .{' '}
          <span className="muted">
            {status === 'certified' ? text.verdict.onChain[trust ?? 'unknown'] : text.verdict.anchoringWhy}
          </span>
        </p>
        <Note tone={livemode && nom151.accredited ? 'good' : 'warn'}>
          {text.verdict.because[livemode ? witness : 'test']}
        </Note>
        <SharedNote nom151={nom151} />
      </div>
    </header>
  );
}
