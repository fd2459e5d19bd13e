import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Allowance, Me } from '../../own-api.ts';
import { TEXT } from './text.ts';

type AllowanceCardProps = { allowance: Allowance; usage: Me['usage'] };

export function AllowanceCard({ allowance, usage }: AllowanceCardProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { certificates_left: left, certificates_made: made } = allowance;
  return (
    <Card
      title={text.allowance}
      actions={
        <ButtonLink size="small" variant="quiet" href="/usage">
          {text.usage}
        </ButtonLink>
      }
    >
      <div className="stack gap-small">
        <p className={classNames('allowance', left === 0 && 'allowance-none')}>
          {left === 0 ? text.leftNone : left === 1 ? text.leftOne : text.left(formats.number(left))}
        </p>
        {made > 0 && (
          <p className="small muted">
            {text.made(formats.number(made))} · {text.month(formats.number(usage.month_certificates))}
          </p>
        )}
        {usage.month_test_certificates > 0 && (
          <p className="small muted">{text.monthTest(formats.number(usage.month_test_certificates))}</p>
        )}
        <p className="small muted">{left === 0 ? text.askMore : text.leftNote}</p>
      </div>
    </Card>
  );
}
