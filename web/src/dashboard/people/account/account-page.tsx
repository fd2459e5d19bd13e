/** Settings that apply to everybody in the account. */

import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Form, SubmitRow } from '../../../ui/form.tsx';
import { api } from '../../api.ts';
import { HoldNote } from '../../holds/hold-note.tsx';
import { May } from '../../may.tsx';
import { Page } from '../../page.tsx';
import { useChange } from '../../use-change.ts';
import { NameField } from '../person-fields.tsx';
import { ME, useAccount } from '../session.ts';
import '../settings/settings.css';
import { TimeZoneField } from '../time-zone-field.tsx';
import { DeletionCard } from './deletion-card.tsx';
import { LeaveCard } from './leave-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { RulesCard } from './rules-card.tsx';
import { TEXT } from './text.ts';
import { TransferCard } from './transfer-card.tsx';

export function AccountPage() {
  const text = useText(TEXT);
  return (
    <Page title={text.title} intro={text.intro}>
      <HoldNote />
      <May act="updateAccount">
        <NameCard />
      </May>
      <IdentityCard />
      <May act="owner">
        <RulesCard />
      </May>
      <May act="setRetention">
        <RetentionCard />
      </May>
      <May act="transferAccount">
        <TransferCard />
      </May>
      <LeaveCard />
      <May act="requestDeletion">
        <DeletionCard />
      </May>
    </Page>
  );
}

function NameCard() {
  const { name: text } = useText(TEXT);
  const account = useAccount();
  const [name, setName] = useState(account.name);
  const [zone, setZone] = useState(account.time_zone ?? '');
  const [isShown, setShown] = useState(account.shows_name);
  const wanted = { name: name.trim(), time_zone: zone || null, shows_name: isShown };
  const change = useChange(() => api.updateAccount(wanted), { awaits: [ME], say: text.saved });
  return (
    <Card title={text.title}>
      <Form className="settings-form" change={change}>
        <NameField label={text.name} value={name} onChange={setName} pattern=".*\S.*" />
        <TimeZoneField label={text.timeZone} hint={text.timeZoneHint} value={zone} onChange={setZone} />
        <Checkbox label={text.shown} hint={text.shownHint} checked={isShown} onChange={setShown} />
        <SubmitRow busy={change.isPending}>{text.save}</SubmitRow>
      </Form>
    </Card>
  );
}

function IdentityCard() {
  const { identity: text } = useText(TEXT);
  const formats = useFormats();
  const { id, created_at } = useAccount();
  return (
    <Card title={text.title}>
      <dl className="account-facts">
        <dt>{text.id}</dt>
        <dd className="row gap-small">
          <code>{id}</code>
          <CopyButton value={id} label={text.copyId} short />
        </dd>
        <dt>{text.since}</dt>
        <dd>{formats.date(created_at)}</dd>
      </dl>
    </Card>
  );
}
