-- locks merged_members: row exclusive, instant
--
-- Members that were merged before this was kept. Apart from the table itself, which locks members: the audit log may be long.
insert into merged_members (member_id, into_id)
select m.id, e.details ->> 'into'
  from audit_events e join members m on m.id = e.target and m.account_id = e.account_id
 where e.action = 'member.merge' on conflict do nothing;
