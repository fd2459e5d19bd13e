/** Constancias de vigencia: one for each renewal that was approved, made when somebody asks for it. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Note } from '../../../../ui/note.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { api, links, type Member, type Renewal, type Transcript } from '../../../api.ts';
import { May } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { useMemberChange } from '../use-member.ts';
import { TEXT } from './text.ts';

export function Constancias({ member, transcript }: { member: Member; transcript: Transcript }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const { data } = useQuery({
    queryKey: ['member', member.id, mode, 'renewals'],
    queryFn: () => api.listRenewals({ mode, member_id: member.id, status: 'approved', limit: 100 }),
  });
  const renewals = data?.renewals ?? [];
  const terms = transcript.memberships.flatMap((membership) => membership.terms);
  const until = ({ new_term_id: newTerm }: Renewal) => terms.find(({ id }) => id === newTerm)?.ends_on;
  return (
    <div className="stack gap-small">
      <h3>{text.constancias}</h3>
      {data && renewals.length === 0 && <p className="small muted">{text.noConstancias}</p>}
      <ul className="document-list">
        {renewals.map((renewal) => (
          <li key={renewal.id}>
            <Link className="small" href={`/memberships/renewals?tab=decided&renewal=${renewal.id}`}>
              {text.renewedUntil(formats.fullDay(until(renewal) ?? renewal.requested_on))}
            </Link>
            <ConstanciaLine member={member} renewal={renewal} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ConstanciaLine({ member, renewal }: { member: Member; renewal: Renewal }) {
  const text = useText(TEXT);
  const toast = useToast();
  const [mode] = useMode();
  const make = useMemberChange(member.id, () => api.createConstancia(renewal.id, { mode }), {
    say: text.constanciaMade,
  });
  const { constancia } = renewal;
  if (constancia?.status === 'queued') return <span className="small muted">{text.queued}</span>;
  if (constancia?.status === 'certified')
    return (
      <span className="row gap-small small">
        {constancia.certificate_id && (
          <a href={links.getCertificateFile(constancia.certificate_id)} download>
            {text.constancia}
          </a>
        )}
        {constancia.qr_verification_url && (
          <a href={constancia.qr_verification_url} target="_blank" rel="noreferrer">
            {text.page}
          </a>
        )}
      </span>
    );
  if (member.status === 'anonymised') return null;
  return (
    <span className="row gap-small">
      {constancia && <Note tone="warn">{text.failed}</Note>}
      <May act="createConstancia">
        <Button
          size="small"
          icon="shield"
          busy={make.isPending}
          onClick={() => make.mutate(undefined, { onError: (error) => toast(error.message, 'bad') })}
        >
          {text.makeConstancia}
        </Button>
      </May>
    </span>
  );
}
