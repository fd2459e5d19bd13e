/** Who the member is. CURP and RFC are shown in full only on request, which is recorded. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Fact } from '../../../../ui/fact.tsx';
import { Note } from '../../../../ui/note.tsx';
import { api, links, type Member } from '../../../api.ts';
import { May } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { TEXT } from '../text.ts';
import { EditDialog } from './edit-dialog.tsx';

export function PersonCard({ member }: { member: Member }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [isEditing, setEditing] = useState(false);
  const [isRevealed, setRevealed] = useState(false);
  const revealed = useQuery({
    queryKey: ['member-revealed', member.id, mode],
    queryFn: () => api.getMember(member.id, { mode, reveal: 'true' }),
    enabled: isRevealed,
    // Each request is recorded, so the value is read once and not cached.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { curp, rfc } = (isRevealed && revealed.data?.member) || member;
  const facts: readonly (readonly [string, string | null])[] = [
    [text.fields.email, member.email],
    [text.fields.phone, member.phone],
    [text.fields.curp, curp],
    [text.fields.rfc, rfc],
    [text.fields.license, member.professional_license],
    [text.fields.specialty, member.specialty],
    [text.fields.specialtyLicense, member.specialty_license],
    [text.fields.since, member.member_since && formats.fullDay(member.member_since)],
    [text.fields.externalId, member.external_id],
  ];
  const known = facts.filter(([, value]) => value);
  const isGone = member.status === 'anonymised';
  return (
    <Card
      title={text.person}
      actions={
        !isGone && (
          <May act="updateMember">
            <Button size="small" onClick={() => setEditing(true)}>
              {text.edit}
            </Button>
          </May>
        )
      }
    >
      <div className="stack">
        {known.length > 0 && (
          <dl className="person-facts">
            {known.map(([name, value]) => (
              <Fact key={name} label={name}>
                {value}
              </Fact>
            ))}
          </dl>
        )}
        {revealed.error && <Note tone="bad">{revealed.error.message}</Note>}
        {!isRevealed && (member.curp ?? member.rfc) && (
          <May act="members:identify">
            <div className="stack gap-small">
              <div>
                <Button size="small" icon="eye" onClick={() => setRevealed(true)}>
                  {text.reveal}
                </Button>
              </div>
              <p className="small muted">{text.revealHint}</p>
            </div>
          </May>
        )}
        <May act="exportMember">
          <div className="stack gap-small">
            <div>
              <ButtonLink
                external
                download
                size="small"
                icon="download"
                href={links.exportMember(member.id, { mode, reveal: 'true' })}
              >
                {text.exportAll}
              </ButtonLink>
            </div>
            <p className="small muted">{text.exportAllNote}</p>
          </div>
        </May>
      </div>
      {isEditing && <EditDialog member={member} onClose={() => setEditing(false)} />}
    </Card>
  );
}
