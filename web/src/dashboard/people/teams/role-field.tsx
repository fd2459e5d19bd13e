import { useText } from '../../../i18n/use-text.ts';
import { Select } from '../../../ui/select.tsx';
import { useMay } from '../../may.tsx';
import { ROLES, type Role } from '../../own-api.ts';
import { ROLE_TEXT } from './role-text.ts';

type RoleFieldProps = { label: string; value: Role; onChange: (role: Role) => void };

/** The roles that a person may give to others: only owners can make owners. */
export function RoleField({ label, value, onChange }: RoleFieldProps) {
  const { names, may: lines } = useText(ROLE_TEXT);
  const may = useMay();
  const given = ROLES.filter((role) => role !== 'owner' || may('owner'));
  return (
    <Select
      label={label}
      hint={lines[value]}
      value={value}
      onChange={onChange}
      options={given.map((role) => ({ value: role, label: names[role] }))}
    />
  );
}
