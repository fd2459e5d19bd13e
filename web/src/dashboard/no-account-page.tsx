/** For a person who is logged in and has a seat in no account. */

import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { OpenAccountButton } from './people/account/open-account.tsx';
import { useLogOut } from './people/session.ts';

const TEXT = {
  en: {
    title: 'You have no account',
    body: 'The account that you used was closed, or you no longer have a seat in it. Ask somebody in the account to invite you again, or open an account of your own.',
    leave: 'Log out',
  },
  es: {
    title: 'No tiene ninguna cuenta',
    body: 'La cuenta que usaba se cerró o su lugar en ella terminó. Pida a alguien de la cuenta que le dé acceso de nuevo, o abra una propia.',
    leave: 'Cerrar sesión',
  },
};

export function NoAccountPage() {
  const text = useText(TEXT);
  const logOut = useLogOut();
  return (
    <EmptyState
      icon="search"
      title={text.title}
      actions={
        <>
          <OpenAccountButton isFirst />
          <Button onClick={() => logOut.mutate()}>{text.leave}</Button>
        </>
      }
    >
      {text.body}
    </EmptyState>
  );
}
