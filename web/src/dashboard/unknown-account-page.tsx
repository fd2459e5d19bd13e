/** For an address that names an account in which the person has no seat, or which does not exist. */

import { defineText, useText } from '../i18n/use-text.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from './page.tsx';

const TEXT = defineText({
  en: {
    title: 'No such account',
    body: 'This address names an account that you are not in. Ask an owner or administrator of it to invite you.',
    own: 'Go to your account',
  },
  es: {
    title: 'No existe esa cuenta',
    body: 'Esta dirección indica una cuenta en la que usted no está. Pida a un propietario o administrador de ella que le invite.',
    own: 'Ir a su cuenta',
  },
});

export function UnknownAccountPage() {
  const text = useText(TEXT);
  usePageTitle(text.title);
  return (
    <main className="alone">
      <EmptyState
        icon="search"
        title={text.title}
        actions={
          <ButtonLink href="/dashboard" external variant="primary">
            {text.own}
          </ButtonLink>
        }
      >
        {text.body}
      </EmptyState>
    </main>
  );
}
