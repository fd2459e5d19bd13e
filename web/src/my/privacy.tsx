/** Consent, and the public page. */

import { useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Note } from '../ui/note.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, type Calls, type Part } from './api.ts';
import { PRIVACY } from './text-changes.ts';

export function Privacy({ page, reload }: Part) {
  const text = useText(PRIVACY);
  return (
    <Card title={text.title} note={text.what}>
      {page.member.consent === null ? (
        <GiveConsent page={page} reload={reload} />
      ) : (
        <div className="stack">
          <PublicPage page={page} reload={reload} />
          <WithdrawConsent page={page} reload={reload} />
        </div>
      )}
    </Card>
  );
}

function GiveConsent({ page, reload }: Part) {
  const text = useText(PRIVACY);
  const [isAgreed, setAgreed] = useState(false);
  const notice = page.council.privacy_notice;
  const give = useChange((notice_version: string) => api.giveOwnConsent({ notice_version }), reload);
  if (page.opened_by === 'link') return <Note>{text.byLink}</Note>;
  if (notice === null) return <Note>{text.noNotice}</Note>;
  return (
    <div className="stack">
      <ButtonLink external href={notice.url} target="_blank" rel="noreferrer" icon="external" size="small">
        {text.notice}
      </ButtonLink>
      <Checkbox label={text.agree} checked={isAgreed} onChange={setAgreed} />
      {give.error && <Note tone="bad">{give.error.message}</Note>}
      <Button wide disabled={!isAgreed} busy={give.isPending} onClick={() => give.mutate(notice.version)}>
        {text.give}
      </Button>
    </div>
  );
}

function WithdrawConsent({ page, reload }: Part) {
  const text = useText(PRIVACY);
  const formats = useFormats();
  const withdraw = useChange(() => api.withdrawOwnConsent(), reload);
  return (
    <div className="stack gap-small">
      <p>{text.given(formats.date(page.member.consent?.given_at ?? ''))}</p>
      <p className="muted small">{text.withdrawHow}</p>
      {withdraw.error && <Note tone="bad">{withdraw.error.message}</Note>}
      <Button wide busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {text.withdraw}
      </Button>
    </div>
  );
}

type Shown = Part['page']['member']['public_fields'][number];

function PublicPage({ page, reload }: Part) {
  const text = useText(PRIVACY);
  const { member } = page;
  const change = useChange(
    (wanted: Parameters<Calls['changeOwnProfile']>[0]) => api.changeOwnProfile(wanted),
    reload,
  );
  const show = (field: Shown, isShown: boolean) =>
    change.mutate({
      public_fields: isShown
        ? [...member.public_fields, field]
        : member.public_fields.filter((shown) => shown !== field),
    });
  return (
    <div className="stack">
      <Checkbox
        label={text.page}
        hint={text.pageHow}
        checked={member.public_profile}
        disabled={change.isPending}
        onChange={(public_profile) => change.mutate({ public_profile })}
      />
      {change.error && <Note tone="bad">{change.error.message}</Note>}
      {member.public_profile && (
        <>
          <div className="row gap-small">
            <ButtonLink external href={member.public_url} target="_blank" icon="external" size="small">
              {text.link}
            </ButtonLink>
            <CopyButton value={member.public_url} label={text.copy} />
          </div>
          <fieldset className="stack gap-small">
            <legend className="my-legend">{text.fields}</legend>
            {(Object.keys(text.field) as Shown[]).map((field) => (
              <Checkbox
                key={field}
                label={text.field[field]}
                checked={member.public_fields.includes(field)}
                disabled={change.isPending}
                onChange={(isShown) => show(field, isShown)}
              />
            ))}
          </fieldset>
        </>
      )}
    </div>
  );
}
