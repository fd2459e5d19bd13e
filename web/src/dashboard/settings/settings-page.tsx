import { useText } from '../../i18n/use-text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Page } from '../page.tsx';
import { TEXT } from './text.ts';

export function SettingsPage() {
  const text = useText(TEXT);
  return (
    <Page title={text.title}>
      <Skeleton />
    </Page>
  );
}
