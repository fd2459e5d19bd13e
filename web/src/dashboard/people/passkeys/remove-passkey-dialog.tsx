import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { api, type Passkey } from '../../api.ts';
import { ME, useAccount } from '../session.ts';
import { PasswordDialog } from '../settings/password-dialog.tsx';
import { type Proof, shown } from './ceremony.ts';
import { TEXT } from './text.ts';
import { PASSKEYS } from './use-passkeys.ts';

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const text = useText(TEXT);
  const toast = useToast();
  const queries = useQueryClient();
  const { authenticator_app, passkeys } = useAccount();
  const isLast = passkeys === 1 && !authenticator_app;
  const remove = useMutation({
    mutationFn: async ({ password, proof }: { password: string; proof: Proof | undefined }) =>
      api.removePasskey(passkey.id, { password, ...(proof && (await shown(proof))) }),
    onSuccess: async () => {
      await Promise.all([PASSKEYS, ME].map((queryKey) => queries.invalidateQueries({ queryKey })));
      toast(text.removed);
      onClose();
    },
  });
  return (
    <PasswordDialog
      title={text.removeTitle(passkey.name)}
      submit={text.removeSubmit}
      danger
      busy={remove.isPending}
      error={remove.error}
      onPassword={(password, proof) => remove.mutate({ password, proof })}
      asksForFactor
      onClose={onClose}
    >
      <p>{text.removeIntro}</p>
      {isLast && <Note tone="warn">{text.removeLast}</Note>}
    </PasswordDialog>
  );
}
