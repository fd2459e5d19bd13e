-- outside a transaction
-- locks members: share update exclusive, reads 100 million rows in 5 min
-- locks memberships: share update exclusive, reads 100 million rows in 5 min
--
-- Lists of members by name and by the day on which their terms end. Nobody waits while an index is built. Twice: a crash
-- may have left half of one.

-- Surnames first, without accents and capitals; ñ is a letter of its own after n. Whoever has no name any more comes last.
create or replace function member_sort_name(first_surname text, second_surname text, given_name text) returns text
  language sql immutable parallel safe
  return case when first_surname = '' and given_name = '' then '~' else
    replace(
      translate(
        lower((first_surname || ' ' || coalesce(second_surname, '') || ' ' || given_name) collate "C"),
        'ÁÀÄÂÃÉÈËÊÍÌÏÎÓÒÖÔÕÚÙÜÛÇÑáàäâãéèëêíìïîóòöôõúùüûç',
        'aaaaaeeeeiiiiooooouuuucñaaaaaeeeeiiiiooooouuuuc'),
      'ñ', 'n~') end;
drop index concurrently if exists members_by_name;
create index concurrently members_by_name on members
  (account_id, livemode, (member_sort_name(first_surname, second_surname, given_name) collate "C"), id);
drop index concurrently if exists memberships_by_end;
create index concurrently memberships_by_end on memberships (account_id, livemode, valid_until, member_id);
