/** The public page of a member, described in words: whether it is on, what it shows, and the consent that it needs. */

import { useState } from 'react';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Note } from '../../../../ui/note.tsx';
import { api, type Member, type MemberChange } from '../../../api.ts';
import { May } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { TEXT } from '../text.ts';
import { useMemberChange } from '../use-member.ts';
import { ConsentDialog, WithdrawDialog } from './consent-dialogs.tsx';

const FIELDS: Member['public_fields'] = [
  'diplomas',
  'member_number',
  'professional_license',
  'specialty_license',
  'email',
  'phone',
];

export function PublicCard({ member }: { member: Member }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [asking, setAsking] = useState<'consent' | 'withdraw'>();
  const change = useMemberChange(member.id, (changes: MemberChange) =>
    api.updateMember(member.id, changes, { mode }),
  );
  const { consent, public_url: url } = member;
  // The new choice is shown while it is being saved.
  const wanted = change.isPending ? change.variables : undefined;
  const isPublic = wanted?.public_profile ?? member.public_profile;
  const shown = wanted?.public_fields ?? member.public_fields;
  return (
    <Card
      title={text.page}
      actions={<Badge tone={isPublic ? 'good' : 'plain'}>{isPublic ? text.pageOn : text.pageOff}</Badge>}
    >
      <div className="stack">
        <p className="small muted">{text.pageIntro}</p>
        {change.error && <Note tone="bad">{change.error.message}</Note>}
        <p className="small">
          {consent
            ? text.consent(formats.date(consent.given_at), consent.channel, consent.notice_version)
            : text.noConsent}
        </p>
        {consent && (
          <May act="updateMember">
            <Checkbox
              label={text.pageSwitch}
              checked={isPublic}
              onChange={(next) => change.mutate({ public_profile: next })}
            />
          </May>
        )}
        {isPublic && (
          <May act="updateMember">
            <fieldset className="stack gap-small">
              <legend className="term-legend">{text.pageFields}</legend>
              {FIELDS.map((field) => (
                <Checkbox
                  key={field}
                  label={text.pageField[field]}
                  checked={shown.includes(field)}
                  onChange={(isShown) =>
                    change.mutate({
                      public_fields: isShown ? [...shown, field] : shown.filter((one) => one !== field),
                    })
                  }
                />
              ))}
            </fieldset>
          </May>
        )}
        <div className="row gap-small">
          {isPublic && url && (
            <>
              <ButtonLink external size="small" icon="external" href={url} target="_blank" rel="noreferrer">
                {text.openPage}
              </ButtonLink>
              <CopyButton value={url} label={text.copyLink} />
            </>
          )}
          {consent ? (
            <May act="updateMember">
              <Button size="small" variant="danger" onClick={() => setAsking('withdraw')}>
                {text.withdraw}
              </Button>
            </May>
          ) : (
            <May act="updateMember">
              <Button size="small" onClick={() => setAsking('consent')}>
                {text.giveConsent}
              </Button>
            </May>
          )}
        </div>
      </div>
      {asking === 'consent' && <ConsentDialog member={member} onClose={() => setAsking(undefined)} />}
      {asking === 'withdraw' && <WithdrawDialog member={member} onClose={() => setAsking(undefined)} />}
    </Card>
  );
}
