/** People who log in through an issuer may have no password. They prove their identity again at the issuer. */

import { useText } from '../../../i18n/use-text.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { useMe, useSettings } from '../session.ts';
import { keepNext } from './next-page.ts';
import { TEXT } from './text.ts';

/** `isProven`: the person proved their identity recently, so no password is needed. */
type IssuerProof = { name: string; isProven: boolean };

/** Undefined for a session that was opened with a password or a passkey. */
export function useIssuerProof(): IssuerProof | undefined {
  const { data: me } = useMe();
  const { data: settings } = useSettings();
  if (!me?.sso || settings?.sso === undefined) return undefined;
  const until = me.sso.proven_until;
  return { name: settings.sso.name, isProven: until !== null && Date.parse(until) > Date.now() };
}

/** Leads to the issuer, which sends the browser back to this page. */
export function useProveAtIssuer() {
  return useChange(() => ownApi.beginSso({ again: true }), {
    onDone: ({ location }) => {
      keepNext(window.location.pathname.replace(/^\/dashboard/, '') + window.location.search);
      window.location.assign(location);
    },
  });
}

type ProveAtIssuerDialogProps = { title: string; name: string; onClose: () => void };

export function ProveAtIssuerDialog({ title, name, onClose }: ProveAtIssuerDialogProps) {
  const text = useText(TEXT);
  const prove = useProveAtIssuer();
  return (
    <FormDialog
      title={title}
      submit={text.prove(name)}
      change={prove}
      onSubmit={() => prove.mutate()}
      onClose={onClose}
    >
      <p>{text.proveFirst(name)}</p>
    </FormDialog>
  );
}
