import { defineText, useText } from '../i18n/use-text.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from './page.tsx';

const TEXT = defineText({
  en: { title: 'Nothing here', body: 'This address leads to no page.', home: 'To the start' },
  es: { title: 'Aquí no hay nada', body: 'Esta dirección no lleva a ninguna página.', home: 'Ir al inicio' },
});

export function NotFoundPage() {
  const text = useText(TEXT);
  return (
    <Page title={text.title}>
      <EmptyState
        icon="search"
        title={text.title}
        actions={
          <ButtonLink href="/" variant="primary">
            {text.home}
          </ButtonLink>
        }
      >
        {text.body}
      </EmptyState>
    </Page>
  );
}
