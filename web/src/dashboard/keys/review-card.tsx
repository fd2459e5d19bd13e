/** Lists keys that still work although their maker could no longer create them. */

import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Answer, ApiKey } from '../api.ts';
import { May } from '../may.tsx';
import { type KeyAction, KeyName } from './key-table.tsx';
import { TEXT } from './text.ts';

export type Review = Answer<'listKeys'>['review'][number];

type ReviewCardProps = {
  keys: readonly ApiKey[];
  review: readonly Review[];
  onAction: (action: KeyAction, key: ApiKey) => void;
};

export function ReviewCard({ keys, review, onAction }: ReviewCardProps) {
  const text = useText(TEXT);
  const listed = review.flatMap((found) => {
    const key = keys.find(({ id }) => id === found.key_id);
    return key === undefined ? [] : [{ ...found, key }];
  });
  if (listed.length === 0) return null;
  return (
    <Card title={text.review.title} note={text.review.note}>
      <ul className="key-review">
        {listed.map(({ key, maker, why }) => (
          <li key={key.id}>
            <KeyName apiKey={key} />
            <p>{text.review[why](maker.name)}</p>
            <div className="row gap-small">
              <May act="updateKey">
                <Button size="small" onClick={() => onAction('change', key)}>
                  {text.menu.change}
                </Button>
              </May>
              <May act="rotateKey">
                <Button size="small" onClick={() => onAction('rotate', key)}>
                  {text.menu.rotate}
                </Button>
              </May>
              <Button size="small" variant="danger" onClick={() => onAction('revoke', key)}>
                {text.menu.revoke}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
