import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { api, type OwnPage } from '../../api.ts';
import { Page } from '../../page.tsx';
import { useChange } from '../../use-change.ts';
import './own-page.css';
import { May } from '../../may.tsx';
import { RequestsCard } from './requests-card.tsx';
import { TEXT } from './text.ts';

const OWN_PAGE = ['own-page'] as const;

export function OwnPagePage() {
  const text = useText(TEXT);
  const found = useQuery({
    queryKey: OWN_PAGE,
    queryFn: api.getOwnPageSettings,
    // A reload would discard what is being typed.
    refetchOnWindowFocus: false,
  });
  return (
    <Page title={text.title} intro={text.intro}>
      <RequestsCard />
      <May act="updateOwnPageSettings">
        <Loaded found={found} lines={6} frame="card">
          {({ own_page: page }) => <Settings key={JSON.stringify(page)} page={page} />}
        </Loaded>
      </May>
    </Page>
  );
}

function Settings({ page }: { page: OwnPage }) {
  const text = useText(TEXT);
  const [remind, setRemind] = useState(page.remind_members);
  const [version, setVersion] = useState(page.privacy_notice?.version ?? '');
  const [url, setUrl] = useState(page.privacy_notice?.url ?? '');
  const hasNotice = version.trim() !== '' || url.trim() !== '';
  const save = useChange(
    () =>
      api.updateOwnPageSettings({
        remind_members: remind,
        privacy_notice: hasNotice ? { version: version.trim(), url: url.trim() } : null,
      }),
    { sets: OWN_PAGE, say: text.saved },
  );
  return (
    <Form change={save} className="gap-large">
      <Card title={text.address} note={page.mail ? text.byMail : text.byLink}>
        <div className="own-page-address">
          <a href={page.url} target="_blank" rel="noreferrer">
            {page.url}
          </a>
          <CopyButton short value={page.url} label={text.address} />
        </div>
      </Card>
      <Card title={text.reminders} note={page.mail ? text.remindHint : text.remindNoMail}>
        <Checkbox label={text.remind} checked={remind} onChange={setRemind} />
      </Card>
      <Card title={text.notice} note={text.noticeNote}>
        <div className="stack">
          <Field
            label={text.version}
            hint={text.versionHint}
            value={version}
            maxLength={100}
            optional
            onChange={(event) => setVersion(event.target.value)}
          />
          <Field
            label={text.url}
            hint={text.urlHint}
            type="url"
            value={url}
            maxLength={2000}
            optional
            onChange={(event) => setUrl(event.target.value)}
          />
        </div>
      </Card>
      <div className="row">
        <Button type="submit" variant="primary" icon="check" busy={save.isPending}>
          {text.save}
        </Button>
      </div>
    </Form>
  );
}
