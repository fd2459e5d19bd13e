/** The documents for a member: the transcript in three formats, and diplomas with their badges. */

import { useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { Note } from '../../../../ui/note.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { type Award, api, links, type Member, type Transcript } from '../../../api.ts';
import { May } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { useCertificatesPerDocument } from '../../look/council-look.ts';
import { useRoleName } from '../../use-role-name.ts';
import { useMemberChange } from '../use-member.ts';
import { Constancias } from './constancias.tsx';
import { TEXT } from './text.ts';

type DocumentsProps = { member: Member; awards: readonly Award[]; transcript: Transcript };

const FORMATS = ['pdf', 'csv', 'json'] as const;

export function DocumentsCard({ member, awards, transcript }: DocumentsProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const roleName = useRoleName();
  const [isAsking, setAsking] = useState(false);
  const [certificateId, setCertificateId] = useState<string>();
  const isGone = member.status === 'anonymised';
  const withDiploma = awards.filter(({ diploma }) => diploma !== null);
  const without = awards.filter(({ status, diploma }) => status === 'approved' && diploma === null);
  const listed = [...withDiploma, ...(isGone ? [] : without)];
  const titleOf = (id: string) => transcript.awards.find((award) => award.id === id)?.title ?? '';
  return (
    <Card title={text.title}>
      <div className="stack">
        <div className="stack gap-small">
          <h3>{text.transcript}</h3>
          <p className="small muted">{text.transcriptNote}</p>
          <div className="row gap-small">
            {FORMATS.map((format) => (
              <ButtonLink
                key={format}
                external
                size="small"
                icon="download"
                href={links.getTranscript(member.id, { mode, format })}
                aria-label={text.download(format.toUpperCase())}
                download
              >
                {format.toUpperCase()}
              </ButtonLink>
            ))}
          </div>
          {!isGone && (
            <div className="row gap-small">
              <May act="certificates:write">
                <Button size="small" icon="shield" onClick={() => setAsking(true)}>
                  {text.certify}
                </Button>
              </May>
              {certificateId && (
                <ButtonLink size="small" variant="quiet" href={`/certificates/${certificateId}`}>
                  {text.see}
                </ButtonLink>
              )}
            </div>
          )}
        </div>
        <div className="stack gap-small">
          <h3>{text.diplomas}</h3>
          {listed.length === 0 && <p className="small muted">{text.noDiplomas}</p>}
          {listed.some((award) => award.no_badge_because === 'server_without_https') && (
            <Note>{text.noBadges}</Note>
          )}
          <ul className="document-list">
            {listed.map((award) => (
              <li key={award.id}>
                <span className="small">
                  <bdi>{titleOf(award.id)}</bdi> <span className="muted">{roleName(award.role)}</span>
                </span>
                <DiplomaLine member={member} award={award} />
              </li>
            ))}
          </ul>
        </div>
        <Constancias member={member} transcript={transcript} />
      </div>
      {isAsking && (
        <CertifyDialog member={member} onClose={() => setAsking(false)} onDone={setCertificateId} />
      )}
    </Card>
  );
}

function DiplomaLine({ member, award }: { member: Member; award: Award }) {
  const text = useText(TEXT);
  const toast = useToast();
  const [mode] = useMode();
  const make = useMemberChange(member.id, () => api.createDiploma(award.id, {}, { mode }), {
    say: text.made,
  });
  const { diploma } = award;
  if (diploma?.status === 'queued') return <span className="small muted">{text.queued}</span>;
  if (diploma?.status !== 'certified')
    return (
      <span className="row gap-small">
        {diploma && <Note tone="warn">{text.failed}</Note>}
        <May act="createDiploma">
          <Button
            size="small"
            icon="document"
            busy={make.isPending}
            onClick={() => make.mutate(undefined, { onError: (error) => toast(error.message, 'bad') })}
          >
            {text.make}
          </Button>
        </May>
      </span>
    );
  return (
    <span className="row gap-small small">
      <a href={links.getDiploma(award.id, { mode, format: 'raw' })} download>
        {text.diploma(diploma.folio ?? '')}
      </a>
      {diploma.qr_verification_url && (
        <a href={diploma.qr_verification_url} target="_blank" rel="noreferrer">
          {text.page}
        </a>
      )}
      {award.no_badge_because !== 'server_without_https' && (
        <>
          <a href={links.getBadge(award.id, { mode, format: 'json' })} download>
            {text.badge}
          </a>
          <a href={links.getBadge(award.id, { mode, format: 'png' })} download>
            {text.badgePng}
          </a>
        </>
      )}
    </span>
  );
}

type CertifyProps = { member: Member; onClose: () => void; onDone: (certificateId: string) => void };

function CertifyDialog({ member, onClose, onDone }: CertifyProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const perDocument = useCertificatesPerDocument();
  const certify = useMemberChange(member.id, () => api.certifyTranscript(member.id, {}, { mode }), {
    say: text.certified,
    onDone: ({ certificate }) => {
      onDone(certificate.id);
      onClose();
    },
  });
  return (
    <FormDialog
      title={text.certifyTitle}
      submit={text.certify}
      icon="shield"
      change={certify}
      onClose={onClose}
    >
      <p>
        {text.certifyIntro} {mode === 'live' ? text.certifyUses[perDocument] : text.certifyTest}
      </p>
    </FormDialog>
  );
}
