-- A session that is not remembered ends 24 hours after the sign-in, however often it is used: a phone that somebody left signed in does not
-- stay so. Who comes back in time begins anew with the password.
update sessions set expires_at = least(expires_at, created_at + interval '24 hours') where not remembered;
alter table sessions add constraint sessions_end_check check (remembered or expires_at - created_at <= interval '24 hours');
