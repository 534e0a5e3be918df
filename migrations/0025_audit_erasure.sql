-- The role that the application connects with may only add to the audit log. Erasing a player from it is one thing that it may ask for, with
-- the rights of the owner: the trigger decides what is written, from the transaction's 'kiddo.erasure_subject'.
create function erase_from_audit_log(player uuid, pattern text) returns void language sql security definer
set search_path = public, pg_temp as $$
  update audit_log set note = note
  where actor_id = player or subject_id like '%' || player || '%' or note ~* pattern or details::text ~* pattern
$$;
revoke execute on function erase_from_audit_log(uuid, text) from public;
