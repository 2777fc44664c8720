-- The string claims of OpenID Connect Core 5.1 beside name, given_name and family_name. A release that does not know the column leaves
-- it as it is. A constant default rewrites no row.

alter table users
    add column other_claims jsonb not null default '{}',
    add constraint users_other_claims_is_object check (jsonb_typeof(other_claims) = 'object') not valid;
alter table users validate constraint users_other_claims_is_object;

-- Ends the sessions of a user who is disabled. As a function it sees what was committed while the statement waited for the user's lock.
create function end_sessions(tenant text, owner text, moment timestamptz) returns setof text
    language plpgsql volatile
as $$
begin
    return query delete from sessions
        where tenant_id = tenant and user_id = owner and expires_at - moment > interval '0'
        returning session_id;
end
$$;
