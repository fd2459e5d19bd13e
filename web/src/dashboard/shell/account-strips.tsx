/** Banners on every page: the account is suspended, or few certificates are left. */

import { Link } from 'wouter';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { ALLOWANCE_TEXT } from '../keys/usage/allowance-text.ts';
import { useMay } from '../may.tsx';
import { useMe } from '../people/session.ts';

export function AccountStrips() {
  const text = useText(ALLOWANCE_TEXT);
  const formats = useFormats();
  const may = useMay();
  const { data: me } = useMe();
  if (!me?.account) return null;
  const { low, certificates_left: left } = me.allowance;
  return (
    <>
      {me.account.suspended_at !== null && (
        <div className="account-strip account-strip-bad" role="status">
          <Icon name="lock" />
          <p>
            <strong>{text.suspended}</strong> {text.suspendedNote}
          </p>
        </div>
      )}
      {low && may('certificates:write') && (
        <div className="account-strip" role="status">
          <Icon name="alert" />
          <p>
            <strong>{text.strip(formats.number(left))}</strong> <Link href="/usage">{text.stripLink}</Link>
          </p>
        </div>
      )}
    </>
  );
}
