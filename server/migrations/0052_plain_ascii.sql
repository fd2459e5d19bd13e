-- locks nothing
--
-- Words of ASCII alone, which most are, have no accents: they are not taken apart to look for some. In UTF-8 such a text has
-- as many bytes as characters. Gives the same as before for every text.
create or replace function plain_text(p_text text) returns text
  language sql immutable parallel safe
  return lower(
    case
      when octet_length(p_text) = char_length(p_text) then p_text
      else regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')
    end
  );
