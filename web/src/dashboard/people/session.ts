/** Who is logged in, and the settings of the service. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Account, api, type Input, isLoggedOut, type Me } from '../api.ts';

export const ME = ['me'] as const;

/** The server saw no session cookie, so there is no need to ask. */
const isStranger = document.getElementById('app')?.hasAttribute('data-stranger') ?? false;

/** `null` when nobody is logged in. */
export function useMe() {
  return useQuery<Me | null>({
    queryKey: ME,
    queryFn: () =>
      api.getMe().catch((error) => {
        if (isLoggedOut(error)) return null;
        throw error;
      }),
    staleTime: 30_000,
    ...(isStranger && { initialData: null }),
  });
}

export type OwnAccount = NonNullable<Account>;

/** For pages behind the login, which are about an account. */
export function useAccount(): OwnAccount {
  const { data } = useMe();
  if (!data?.account) throw new Error('this page is behind the login, and about an account');
  return data.account;
}

export function useSettings() {
  return useQuery({ queryKey: ['settings'], queryFn: api.getSettings, staleTime: Number.POSITIVE_INFINITY });
}

export function useLogOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: api.logOut,
    // A late answer must not bring the account back.
    onMutate: () => queries.cancelQueries(),
    onSuccess: ({ location }) => {
      // Nothing may be left for the next person at this browser.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
      queries.setQueryData(ME, null);
      // The issuer that opened the session ends its own too.
      if (location !== undefined) window.location.assign(location);
    },
  });
}

/** Shows the change at once and reverts it when the server refuses. */
export function useChangeMe() {
  const queries = useQueryClient();
  const show = (change: Input<'updateMe'>) =>
    queries.setQueryData<Me | null>(ME, (me) => {
      if (!me) return me;
      const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const account = me.account && isOwn(me) ? { ...me.account, ...defined } : me.account;
      return { ...me, account, person: { ...me.person, ...defined } };
    });
  return useMutation({
    mutationFn: async (change: Input<'updateMe'>) => {
      const me = queries.getQueryData<Me | null>(ME);
      const { name, time_zone } = change;
      const isShared = name !== undefined || time_zone !== undefined;
      const [changed] = await Promise.all([
        api.updateMe(change),
        me &&
          isOwn(me) &&
          isShared &&
          api.updateAccount({
            ...(name !== undefined && { name }),
            ...(time_zone !== undefined && { time_zone }),
          }),
      ]);
      return changed;
    },
    onMutate: show,
    onSuccess: ({ person: { name, language, time_zone } }) => show({ name, language, time_zone }),
    onError: () => queries.invalidateQueries({ queryKey: ME }),
  });
}

/** An account of one person, called like that person: its name and time zone are changed with the person's. */
function isOwn({ account, person, accounts }: Me): boolean {
  const role = accounts.find(({ id }) => id === account?.id)?.role;
  return role === 'owner' && accounts.length === 1 && account?.name === person.name;
}
