import { useSearch } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { useSettings } from '../session.ts';
import { safeNext } from '../sign-in/safe-next.ts';
import { keepNext } from './next-page.ts';
import { TEXT } from './text.ts';

/** Shown below the form of the login page, if there is single sign-on. */
export function SsoLogin() {
  const text = useText(TEXT);
  const { data: settings } = useSettings();
  const search = useSearch();
  const begin = useChange(() => ownApi.beginSso({}), {
    onDone: ({ location }) => {
      keepNext(safeNext(search));
      window.location.assign(location);
    },
  });
  if (settings?.sso === undefined) return null;
  const { name, only } = settings.sso;
  return (
    <div className="stack">
      {!only && <p className="sign-in-or">{text.or}</p>}
      {begin.error && <Note tone="bad">{begin.error.message}</Note>}
      <Button
        variant={only ? 'primary' : 'secondary'}
        wide
        busy={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate()}
      >
        {text.logIn(name)}
      </Button>
    </div>
  );
}
