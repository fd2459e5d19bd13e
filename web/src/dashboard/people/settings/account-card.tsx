import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useAccount } from '../session.ts';
import { TEXT } from './text.ts';

export function AccountCard() {
  const { identity: text } = useText(TEXT);
  const formats = useFormats();
  const { id, created_at } = useAccount();
  return (
    <Card title={text.title}>
      <dl className="account-facts">
        <dt>{text.id}</dt>
        <dd className="row gap-small">
          <code>{id}</code>
          <CopyButton value={id} label={text.copyId} short />
        </dd>
        <dt>{text.since}</dt>
        <dd>{formats.date(created_at)}</dd>
      </dl>
    </Card>
  );
}
