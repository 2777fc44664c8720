-- What bulk actions look for over all users of a tenant. Sessions have no index of their own for that, which every sign-in would pay for:
-- they are walked by their primary key.

-- Who is blocked from an address or a network. It locks out writes while it is built, which is over at once: the table was never filled
-- by a release before this.
create index ip_access_by_ip on ip_access (tenant_id, ip, user_id) where block_until is not null;

-- The address of a session's metadata, where any text may be; null for what is no address. One that is mapped into IPv6 is IPv4.
create function metadata_address(metadata jsonb) returns inet
    language plpgsql immutable
as $$
declare
    literal constant text := metadata ->> 'ip_address';
    address inet;
begin
    if literal ~ '^[0-9A-Fa-f:.]{2,45}$' then
        address := literal::inet;
    end if;
    return case when address <<= '::ffff:0:0/96' then '0.0.0.0'::inet + (address - '::ffff:0:0'::inet) else address end;
exception when invalid_text_representation then
    return null;
end
$$;
