-- What an account was ever given, so that what it has left can be derived again:
-- granted = left + set aside by requests under way + live certificates made.

alter table accounts add column certificates_granted bigint;
update accounts a
   set certificates_granted = a.certificates_left
       + (select count(*) from allowance_reservations r where r.account_id = a.id)
       + coalesce((select c.total from certificate_counts c where c.account_id = a.id and c.livemode), 0);
alter table accounts
  alter column certificates_granted set not null,
  add check (certificates_granted >= 0);
