/** Lists the accounts in which the person has a seat. */

import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { pathIn } from '../../account.ts';
import { OpenAccountButton } from '../account/open-account.tsx';
import { TEXT } from '../account/text.ts';
import { useMe } from '../session.ts';
import { ROLE_TEXT } from '../teams/role-text.ts';

export function AccountsCard() {
  const { another: text } = useText(TEXT);
  const { names } = useText(ROLE_TEXT);
  const { data: me } = useMe();
  return (
    <Card title={text.title} note={text.note}>
      <div className="stack">
        <ul className="own-accounts">
          {me?.accounts.map(({ id, name, role }) => (
            <li key={id} className="row gap-small">
              <a href={`/dashboard${pathIn(id, '/')}`}>
                <bdi>{name}</bdi>
              </a>
              <span className="muted small">{names[role]}</span>
            </li>
          ))}
        </ul>
        <div className="row">
          <OpenAccountButton />
        </div>
      </div>
    </Card>
  );
}
