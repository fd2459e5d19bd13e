import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { AddButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Note } from '../../ui/note.tsx';
import { type ApiKey, api } from '../api.ts';
import { May } from '../may.tsx';
import { Page } from '../page.tsx';
import { ChangeKeyDialog } from './change-key-dialog.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { unusedDays } from './key-activity.ts';
import { type KeyAction, KeyTable } from './key-table.tsx';
import './keys.css';
import { type Review, ReviewCard } from './review-card.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RevokedKeys } from './revoked-keys.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';
import { TEXT } from './text.ts';

type Open =
  | { action: 'create' }
  | { action: KeyAction; key: ApiKey }
  | { action: 'show'; shown: ShownSecret };

export function KeysPage() {
  const text = useText(TEXT);
  const keys = useQuery({ queryKey: ['keys'], queryFn: api.listKeys });
  const [open, setOpen] = useState<Open>();
  const create = (
    <May act="createKey">
      <AddButton label={text.create} onClick={() => setOpen({ action: 'create' })} />
    </May>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      <Loaded found={keys} lines={6} frame="card">
        {(found) => (
          <KeyLists {...found} onAction={(action, key) => setOpen({ action, key })} create={create} />
        )}
      </Loaded>
      {open && <KeyDialog open={open} setOpen={setOpen} onDone={() => void keys.refetch()} />}
    </Page>
  );
}

function KeyLists({
  keys,
  review,
  onAction,
  create,
}: {
  keys: readonly ApiKey[];
  review: readonly Review[];
  onAction: (action: KeyAction, key: ApiKey) => void;
  create: React.ReactNode;
}) {
  const text = useText(TEXT);
  const usable = keys.filter(({ status }) => status !== 'revoked');
  return (
    <>
      <ReviewCard keys={usable} review={review} onAction={onAction} />
      <UnusedNote keys={usable} />
      {usable.length === 0 ? (
        <Card>
          <EmptyState icon="key" title={text.emptyTitle} actions={create}>
            {text.empty}
          </EmptyState>
        </Card>
      ) : (
        <Card flush>
          <div className="key-table">
            <KeyTable keys={usable} onAction={onAction} />
          </div>
        </Card>
      )}
      <RevokedKeys keys={keys.filter(({ status }) => status === 'revoked')} />
    </>
  );
}

function UnusedNote({ keys }: { keys: readonly ApiKey[] }) {
  const text = useText(TEXT);
  const now = new Date();
  const names = keys.filter((key) => unusedDays(key, now) !== undefined).map(({ name }) => text.quote(name));
  if (names.length === 0) return null;
  return <Note tone="warn">{text.unusedNote(names.join(', '), names.length === 1)}</Note>;
}

type KeyDialogProps = {
  open: Open;
  setOpen: (open: Open | undefined) => void;
  /** Called after a secret was shown. Somebody may have used the key by then, so the list is refreshed. */
  onDone: () => void;
};

function KeyDialog({ open, setOpen, onDone }: KeyDialogProps) {
  const close = () => setOpen(undefined);
  const show = (shown: ShownSecret) => setOpen({ action: 'show', shown });
  switch (open.action) {
    case 'create':
      return <CreateKeyDialog onClose={close} onCreated={(key) => show({ key })} />;
    case 'change':
      return <ChangeKeyDialog apiKey={open.key} onClose={close} />;
    case 'rotate':
      return (
        <RotateKeyDialog
          apiKey={open.key}
          onClose={close}
          onRotated={(key, endsAt) => show({ key, rotated: { endsAt } })}
        />
      );
    case 'revoke':
      return <RevokeKeyDialog apiKey={open.key} onClose={close} />;
    case 'show':
      return (
        <SecretDialog
          shown={open.shown}
          onClose={() => {
            close();
            onDone();
          }}
        />
      );
  }
}
