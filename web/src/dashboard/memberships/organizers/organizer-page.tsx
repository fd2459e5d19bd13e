import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { api, type Organizer } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { usePageTitle } from '../../page.tsx';
import { RecordPage } from '../../record-page.tsx';
import { useChange } from '../../use-change.ts';
import '../council.css';
import { KeysCard } from './keys-card.tsx';
import { OrganizerDialog } from './organizer-dialog.tsx';
import { OrganizerStatus } from './organizers-page.tsx';
import './organizers.css';
import { Proposals } from './proposals.tsx';
import { RecordCards } from './record-cards.tsx';
import { TEXT } from './text.ts';

export function OrganizerPage({ id }: { id: string }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const found = useQuery({
    queryKey: ['organizer', id, mode],
    queryFn: () => api.getOrganizer(id, { mode }),
  });
  return (
    <RecordPage
      found={found}
      title={text.title}
      back={{ href: '/memberships/organizers', label: text.back, quiet: true }}
      missing={{ title: text.notFoundTitle, text: text.notFound }}
    >
      {({ organizer }) => <OrganizerDetail organizer={organizer} />}
    </RecordPage>
  );
}

function OrganizerDetail({ organizer }: { organizer: Organizer }) {
  usePageTitle(organizer.name);
  return (
    <>
      <header className="page-head">
        <div>
          <OrganizerStatus status={organizer.status} />
          <h1>
            <bdi>{organizer.name}</bdi>
          </h1>
        </div>
        <Actions organizer={organizer} />
      </header>
      <div className="stack gap-large">
        <DeskCard organizer={organizer} />
        <May act="listKeys">
          <KeysCard organizer={organizer} />
        </May>
        <Proposals organizer={organizer} />
        <RecordCards organizer={organizer} />
      </div>
    </>
  );
}

function Actions({ organizer }: { organizer: Organizer }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [open, setOpen] = useState<'change' | 'pause'>();
  const close = () => setOpen(undefined);
  const isActive = organizer.status === 'active';
  const invite = useChange(() => api.inviteOrganizer(organizer.id, { mode }), {
    say: ({ mailed }) => text.invited(formats.number(mailed)),
    saysRefusal: true,
  });
  const activate = useChange(() => api.updateOrganizer(organizer.id, { status: 'active' }, { mode }), {
    awaits: [['organizer', organizer.id]],
    resets: [['organizers']],
    say: text.activated,
    saysRefusal: true,
  });
  return (
    <div className="row gap-small">
      <May act="updateOrganizer">
        <Button variant="quiet" icon="settings" onClick={() => setOpen('change')}>
          {text.change}
        </Button>
        {isActive ? (
          <Button variant="quiet" onClick={() => setOpen('pause')}>
            {text.pause}
          </Button>
        ) : (
          <Button busy={activate.isPending} onClick={() => activate.mutate()}>
            {text.activate}
          </Button>
        )}
      </May>
      {isActive && organizer.emails.length > 0 && (
        <May act="inviteOrganizer">
          <Button variant="primary" busy={invite.isPending} onClick={() => invite.mutate()}>
            {text.invite}
          </Button>
        </May>
      )}
      {open === 'change' && <OrganizerDialog organizer={organizer} onClose={close} />}
      {open === 'pause' && <PauseDialog organizer={organizer} onClose={close} />}
    </div>
  );
}

function PauseDialog({ organizer, onClose }: { organizer: Organizer; onClose: () => void }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const pause = useChange(() => api.updateOrganizer(organizer.id, { status: 'paused' }, { mode }), {
    awaits: [['organizer', organizer.id]],
    resets: [['organizers']],
    say: text.paused,
    onDone: onClose,
  });
  return (
    <FormDialog title={text.pauseTitle} submit={text.pause} danger change={pause} onClose={onClose}>
      <p>{text.pauseIntro}</p>
    </FormDialog>
  );
}

function DeskCard({ organizer }: { organizer: Organizer }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { desk_url: url, emails, last_seen_at: seen, roster_days: days } = organizer;
  return (
    <Card title={text.desk} note={text.deskHint} actions={<CopyButton value={url} label={text.copy} />}>
      <dl className="council-facts">
        <Fact label={text.columns.people}>{emails.length === 0 ? text.noPeople : emails.join(', ')}</Fact>
        <Fact label={text.seen}>{seen === null ? text.never : formats.dateTime(seen)}</Fact>
        <Fact label={text.rosterDays}>{formats.number(days)}</Fact>
        <Fact label={text.desk}>
          <a href={url}>{url}</a>
        </Fact>
      </dl>
    </Card>
  );
}
