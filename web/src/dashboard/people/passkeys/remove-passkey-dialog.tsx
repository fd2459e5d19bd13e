import { useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import { ownApi, type Passkey } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { ME, usePerson } from '../session.ts';
import { PasswordDialog } from '../settings/password-dialog.tsx';
import { type Owner, provenBy } from './ceremony.ts';
import { TEXT } from './text.ts';
import { PASSKEYS } from './use-passkeys.ts';

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const text = useText(TEXT);
  const { authenticator_app, passkeys } = usePerson();
  const isLast = passkeys === 1 && !authenticator_app;
  const remove = useChange(async (owner: Owner) => ownApi.removePasskey(passkey.id, await provenBy(owner)), {
    awaits: [PASSKEYS, ME],
    say: text.removed,
    onDone: onClose,
  });
  return (
    <PasswordDialog
      title={text.removeTitle(passkey.name)}
      submit={text.removeSubmit}
      danger
      change={remove}
      asksForFactor
      onClose={onClose}
    >
      <p>{text.removeIntro}</p>
      {isLast && <Note tone="warn">{text.removeLast}</Note>}
    </PasswordDialog>
  );
}
