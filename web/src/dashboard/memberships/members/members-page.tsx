import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../page.tsx';
import { TEXT } from './text.ts';

export function MembersPage() {
  const text = useText(TEXT);
  return (
    <Page title={text.title}>
      <Card>
        <EmptyState icon="people" title={text.emptyTitle}>
          {text.empty}
        </EmptyState>
      </Card>
    </Page>
  );
}
