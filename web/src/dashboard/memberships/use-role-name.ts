import { useText } from '../../i18n/use-text.ts';
import { COUNCIL_TEXT } from './text.ts';

/** Roles are the council's own words; the common ones are translated. */
export function useRoleName(): (role: string) => string {
  const { roles } = useText(COUNCIL_TEXT);
  return (role) => (role in roles ? roles[role as keyof typeof roles] : role.replaceAll('_', ' '));
}
