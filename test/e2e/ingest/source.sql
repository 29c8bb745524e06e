-- A trading company: what it sells (retail), what it books (finance), what it moves (logistics).
-- The end-to-end test loads this into a throw-away PostgreSQL and lets the ingestion client read it.
-- Wide in kinds on purpose: every column type family, keys over one and several columns, references
-- across schemas and to the own table, partitions, views over views, functions, procedures, names
-- that need quoting, comments with more than plain words. Deterministic: no now(), no random().

create schema retail;
create schema finance;
create schema logistics;
comment on schema retail is 'Customers, products and the orders between them';
comment on schema finance is 'Ledger, invoices and payments; the books are closed monthly';
comment on schema logistics is 'Warehouses, stock, shipments and the people who drive them';

create type retail.order_status as enum ('draft', 'placed', 'paid', 'shipped', 'returned');
create type retail.address as (street text, city text, zip varchar(12), country char(2));
create domain finance.iban as varchar(34) check (value ~ '^[A-Z]{2}[0-9A-Z]{10,32}$');
create domain finance.amount as numeric(18, 4) not null default 0;

-- retail ------------------------------------------------------------------------------------------

create table retail.country (
  code char(2) primary key,
  name varchar(80) not null unique,
  population bigint,
  area_km2 double precision check (area_km2 > 0)
);
comment on table retail.country is 'ISO 3166 countries we deliver to';
comment on column retail.country.code is 'Two letters, upper case';

create table retail.customer_segment (
  id smallint generated always as identity primary key,
  label text not null unique,
  discount_rate numeric(4, 3) not null default 0 check (discount_rate between 0 and 0.5)
);

create table retail.customer (
  id bigint generated always as identity primary key,
  public_id uuid not null unique,
  email varchar(254) not null unique,
  full_name varchar(160) not null,
  born date,
  segment_id smallint references retail.customer_segment (id),
  country_code char(2) not null references retail.country (code),
  home_address retail.address,
  marketing_consent boolean not null default false,
  preferences jsonb not null default '{}',
  nicknames text[],
  photo bytea,
  last_ip inet,
  created_at timestamptz not null default '2024-01-01 00:00:00+00',
  loyalty_points integer not null default 0 check (loyalty_points >= 0)
);
comment on table retail.customer is 'People who buy. One row per person; companies are in retail.company';
comment on column retail.customer.email is 'Lower case; the log-in name';
comment on column retail.customer.preferences is 'Free settings: {"newsletter": true, "theme": "dark"}';
comment on column retail.customer.full_name is 'As the person writes it — "Łukasz O''Neil" stays as it is';

create table retail.company (
  id bigint generated always as identity primary key,
  legal_name varchar(200) not null,
  vat_number varchar(20),
  country_code char(2) not null references retail.country (code),
  parent_company_id bigint references retail.company (id),
  constraint company_vat_once unique (country_code, vat_number)
);
comment on table retail.company is 'Business customers; parent_company_id points into this table';

create table retail.customer_contact (
  customer_id bigint not null references retail.customer (id) on delete cascade,
  position_no smallint not null,
  kind varchar(10) not null check (kind in ('phone', 'fax', 'chat')),
  value text not null,
  primary key (customer_id, position_no)
);

create table retail.category (
  id integer generated always as identity primary key,
  parent_id integer references retail.category (id),
  name text not null,
  path text[] not null,
  unique (parent_id, name)
);
comment on column retail.category.path is 'Names from the root down to this category';

create table retail.brand (
  id integer generated always as identity primary key,
  name varchar(120) not null unique,
  founded_year smallint,
  website text
);

create table retail.product (
  id bigint generated always as identity primary key,
  sku varchar(32) not null unique,
  name varchar(200) not null,
  brand_id integer references retail.brand (id),
  category_id integer not null references retail.category (id),
  list_price numeric(12, 2) not null check (list_price >= 0),
  weight_kg real,
  dimensions_mm integer[],
  attributes jsonb,
  description_xml xml,
  search_words tsvector,
  active boolean not null default true,
  sold_between daterange
);
comment on table retail.product is 'Everything that has ever been on sale';
comment on column retail.product.list_price is 'Price in EUR before tax and discount';
comment on column retail.product.weight_kg is 'Without packaging';

create table retail.product_price_history (
  product_id bigint not null references retail.product (id),
  valid_from timestamp without time zone not null,
  price numeric(12, 2) not null,
  changed_by varchar(60),
  primary key (product_id, valid_from)
);

create table retail.product_image (
  product_id bigint not null references retail.product (id),
  image_no integer not null,
  content bytea not null,
  sha256 char(64) not null,
  primary key (product_id, image_no)
);

create table retail.product_review (
  id bigint generated always as identity primary key,
  product_id bigint not null references retail.product (id),
  customer_id bigint not null references retail.customer (id),
  stars smallint not null check (stars between 1 and 5),
  body text,
  written_at timestamptz not null,
  unique (product_id, customer_id)
);
comment on column retail.product_review.stars is '1 (bad) to 5 (good)';

create table retail.tag (
  id integer generated always as identity primary key,
  label varchar(40) not null unique
);

create table retail.product_tag (
  product_id bigint not null references retail.product (id),
  tag_id integer not null references retail.tag (id),
  primary key (product_id, tag_id)
);

create table retail.store (
  id integer generated always as identity primary key,
  name varchar(100) not null,
  location point,
  opening_hours time without time zone[],
  phone varchar(30),
  country_code char(2) not null references retail.country (code)
);
comment on table retail.store is 'Shops with a door';

create table retail.cart (
  id uuid primary key,
  customer_id bigint references retail.customer (id),
  created_at timestamptz not null,
  keep_for interval not null default '7 days'
);

create table retail.cart_item (
  cart_id uuid not null references retail.cart (id) on delete cascade,
  product_id bigint not null references retail.product (id),
  quantity integer not null check (quantity > 0),
  primary key (cart_id, product_id)
);

create table retail.sales_order (
  id bigint generated always as identity primary key,
  order_no varchar(20) not null unique,
  customer_id bigint not null references retail.customer (id),
  store_id integer references retail.store (id),
  status retail.order_status not null default 'draft',
  placed_at timestamptz,
  total_amount numeric(14, 2) not null default 0,
  currency char(3) not null default 'EUR',
  notes text,
  constraint order_total_positive check (total_amount >= 0)
);
comment on table retail.sales_order is 'An order in any state; lines are in retail.sales_order_line';
comment on column retail.sales_order.status is 'draft → placed → paid → shipped, or returned';

create table retail.sales_order_line (
  order_id bigint not null references retail.sales_order (id) on delete cascade,
  line_no integer not null,
  product_id bigint not null references retail.product (id),
  quantity numeric(10, 3) not null,
  unit_price numeric(12, 2) not null,
  discount numeric(5, 4) not null default 0,
  primary key (order_id, line_no)
);

create table retail.order_event (
  order_id bigint not null,
  happened_at timestamptz not null,
  kind varchar(30) not null,
  payload json
) partition by range (happened_at);
comment on table retail.order_event is 'What happened to orders, one partition a year';
create table retail.order_event_2024 partition of retail.order_event
  for values from ('2024-01-01') to ('2025-01-01');
create table retail.order_event_2025 partition of retail.order_event
  for values from ('2025-01-01') to ('2026-01-01');

create table retail.coupon (
  code varchar(16) primary key,
  percent_off smallint check (percent_off between 1 and 90),
  valid_during tstzrange,
  max_uses integer
);

create table retail.coupon_use (
  coupon_code varchar(16) not null references retail.coupon (code),
  order_id bigint not null references retail.sales_order (id),
  used_at timestamptz not null,
  primary key (coupon_code, order_id)
);

create table retail.wishlist (
  customer_id bigint not null references retail.customer (id),
  product_id bigint not null references retail.product (id),
  added_on date not null,
  primary key (customer_id, product_id)
);

create table retail.web_session (
  id uuid primary key,
  customer_id bigint references retail.customer (id),
  user_agent text,
  started_at timestamptz not null,
  flags bit(8) not null default B'00000000',
  client_mac macaddr,
  network cidr
);

-- names that need quoting
create table retail."Legacy Orders" (
  "Order No" varchar(20) primary key,
  "customer's name" text not null,
  "größe" numeric(8, 2),
  "select" integer
);
comment on table retail."Legacy Orders" is 'Kept from the old shop; names as they were';
create table retail."import.2023" (
  id integer primary key,
  "raw.line" text not null
);
comment on column retail."import.2023"."raw.line" is 'One line of the file, unchanged';

-- finance -----------------------------------------------------------------------------------------

create table finance.currency (
  code char(3) primary key,
  name varchar(60) not null,
  minor_units smallint not null default 2
);
comment on table finance.currency is 'ISO 4217';

create table finance.exchange_rate (
  from_currency char(3) not null references finance.currency (code),
  to_currency char(3) not null references finance.currency (code),
  on_day date not null,
  rate numeric(20, 10) not null check (rate > 0),
  primary key (from_currency, to_currency, on_day)
);

create table finance.ledger_account (
  number varchar(10) primary key,
  name varchar(120) not null,
  kind varchar(10) not null check (kind in ('asset', 'liability', 'equity', 'income', 'expense')),
  parent_number varchar(10) references finance.ledger_account (number)
);
comment on table finance.ledger_account is 'Chart of accounts';

create table finance.fiscal_period (
  year smallint not null,
  month smallint not null check (month between 1 and 12),
  closed boolean not null default false,
  closed_at timestamptz,
  primary key (year, month)
);

create table finance.journal_entry (
  id bigint generated always as identity primary key,
  year smallint not null,
  month smallint not null,
  booked_on date not null,
  memo varchar(400),
  source jsonb,
  constraint journal_entry_period foreign key (year, month) references finance.fiscal_period (year, month)
);
comment on column finance.journal_entry.source is 'Document that caused the booking';

create table finance.journal_line (
  entry_id bigint not null references finance.journal_entry (id),
  line_no smallint not null,
  account_number varchar(10) not null references finance.ledger_account (number),
  debit numeric(18, 4) not null default 0,
  credit numeric(18, 4) not null default 0,
  primary key (entry_id, line_no),
  constraint one_side_only check (debit = 0 or credit = 0)
);

create table finance.invoice (
  id bigint generated always as identity primary key,
  invoice_no varchar(24) not null unique,
  order_id bigint references retail.sales_order (id),
  company_id bigint references retail.company (id),
  issued_on date not null,
  due_on date not null,
  net finance.amount,
  tax numeric(18, 4) not null,
  gross numeric(18, 4) generated always as (tax + 0) stored,
  pdf bytea,
  check (due_on >= issued_on)
);
comment on table finance.invoice is 'Invoices to customers; an invoice is never changed, only cancelled';
comment on column finance.invoice.gross is 'Computed';

create table finance.invoice_line (
  invoice_id bigint not null references finance.invoice (id),
  line_no integer not null,
  text varchar(300) not null,
  amount numeric(18, 4) not null,
  primary key (invoice_id, line_no)
);

create table finance.bank (
  bic varchar(11) primary key,
  name varchar(140) not null
);

create table finance.bank_account (
  id integer generated always as identity primary key,
  account_iban finance.iban not null unique,
  bic varchar(11) not null references finance.bank (bic),
  currency_code char(3) not null references finance.currency (code),
  opened_on date
);
comment on column finance.bank_account.account_iban is 'Ours only; those of customers are not stored';

create table finance.payment (
  id bigint generated always as identity primary key,
  invoice_id bigint references finance.invoice (id),
  bank_account_id integer not null references finance.bank_account (id),
  amount money,
  received_at timestamptz not null,
  reference varchar(140)
);

create table finance.tax_rate (
  country_code char(2) not null references retail.country (code),
  kind varchar(12) not null,
  percent numeric(5, 2) not null,
  valid_from date not null,
  primary key (country_code, kind, valid_from)
);

create table finance.budget (
  account_number varchar(10) not null references finance.ledger_account (number),
  year smallint not null,
  monthly numeric(14, 2)[] not null,
  primary key (account_number, year)
);

create table finance.cost_center (
  id integer generated always as identity primary key,
  name text not null unique,
  manager_email varchar(254)
);

create table finance.audit_log (
  at timestamptz not null,
  actor name not null,
  action text not null,
  row_before jsonb,
  row_after jsonb,
  transaction_id bigint
);
comment on table finance.audit_log is 'Append only; no key by intent';

-- logistics ---------------------------------------------------------------------------------------

create table logistics.warehouse (
  id integer generated always as identity primary key,
  code char(6) not null unique,
  name varchar(100) not null,
  area polygon,
  country_code char(2) not null references retail.country (code)
);

create table logistics.zone (
  warehouse_id integer not null references logistics.warehouse (id),
  zone_no smallint not null,
  temperature_range numrange,
  primary key (warehouse_id, zone_no)
);
comment on column logistics.zone.temperature_range is 'Degrees Celsius';

create table logistics.bin (
  warehouse_id integer not null,
  zone_no smallint not null,
  bin_code varchar(12) not null,
  capacity_litres real,
  primary key (warehouse_id, zone_no, bin_code),
  foreign key (warehouse_id, zone_no) references logistics.zone (warehouse_id, zone_no)
);

create table logistics.stock (
  warehouse_id integer not null,
  zone_no smallint not null,
  bin_code varchar(12) not null,
  product_id bigint not null references retail.product (id),
  quantity integer not null check (quantity >= 0),
  counted_at timestamptz,
  primary key (warehouse_id, zone_no, bin_code, product_id),
  foreign key (warehouse_id, zone_no, bin_code) references logistics.bin (warehouse_id, zone_no, bin_code)
);
comment on table logistics.stock is 'What lies where; corrected by the yearly count';

create table logistics.supplier (
  id integer generated always as identity primary key,
  company_id bigint not null unique references retail.company (id),
  rating real,
  lead_time interval
);

create table logistics.purchase_order (
  id bigint generated always as identity primary key,
  supplier_id integer not null references logistics.supplier (id),
  warehouse_id integer not null references logistics.warehouse (id),
  ordered_on date not null,
  expected_on date
);

create table logistics.purchase_order_line (
  purchase_order_id bigint not null references logistics.purchase_order (id),
  product_id bigint not null references retail.product (id),
  quantity integer not null,
  unit_cost numeric(12, 4) not null,
  primary key (purchase_order_id, product_id)
);

create table logistics.carrier (
  id smallint generated always as identity primary key,
  name varchar(80) not null unique,
  tracking_url text
);

create table logistics.driver (
  id integer generated always as identity primary key,
  full_name varchar(120) not null,
  licence_classes char(2)[],
  hired_on date not null,
  carrier_id smallint not null references logistics.carrier (id)
);
comment on column logistics.driver.licence_classes is 'B, C, CE';

create table logistics.vehicle (
  plate varchar(12) primary key,
  carrier_id smallint not null references logistics.carrier (id),
  payload_kg integer not null,
  last_position point,
  last_seen timestamptz
);

create table logistics.shipment (
  id bigint generated always as identity primary key,
  order_id bigint not null references retail.sales_order (id),
  warehouse_id integer not null references logistics.warehouse (id),
  carrier_id smallint references logistics.carrier (id),
  driver_id integer references logistics.driver (id),
  vehicle_plate varchar(12) references logistics.vehicle (plate),
  tracking_no varchar(40) unique,
  leaves_at timestamptz,
  arrives_at timestamptz,
  weight_kg numeric(9, 3)
);
comment on table logistics.shipment is 'One parcel or pallet on its way';

create table logistics.shipment_event (
  shipment_id bigint not null references logistics.shipment (id),
  at timestamptz not null,
  place varchar(120),
  status_code smallint not null,
  primary key (shipment_id, at)
);

create table logistics.return_parcel (
  id bigint generated always as identity primary key,
  shipment_id bigint not null references logistics.shipment (id),
  reason varchar(200),
  received_on date,
  photos bytea[]
);

create table logistics.holiday (
  country_code char(2) not null references retail.country (code),
  on_day date not null,
  name varchar(80) not null,
  primary key (country_code, on_day)
);

create table logistics.sensor_reading (
  sensor_id varchar(24) not null,
  read_at timestamptz not null,
  warehouse_id integer not null,
  celsius double precision,
  humidity real
) partition by list (warehouse_id);
create table logistics.sensor_reading_north partition of logistics.sensor_reading for values in (1, 2);
create table logistics.sensor_reading_south partition of logistics.sensor_reading default;

-- views -------------------------------------------------------------------------------------------

create view retail.customer_overview as
  select c.id, c.full_name, c.email, s.label as segment, k.name as country, c.loyalty_points
  from retail.customer c
  left join retail.customer_segment s on s.id = c.segment_id
  join retail.country k on k.code = c.country_code;
comment on view retail.customer_overview is 'One line per customer, for the service desk';
comment on column retail.customer_overview.segment is 'Label, not the key';

create view retail.order_totals as
  select o.id as order_id, o.order_no, o.status, sum(l.quantity * l.unit_price * (1 - l.discount)) as computed_total
  from retail.sales_order o
  join retail.sales_order_line l on l.order_id = o.id
  group by o.id, o.order_no, o.status;

create view retail.open_orders as
  select t.order_id, t.order_no, t.computed_total from retail.order_totals t where t.status in ('placed', 'paid');

create view finance.trial_balance as
  select a.number, a.name, sum(l.debit) as debit, sum(l.credit) as credit
  from finance.ledger_account a
  left join finance.journal_line l on l.account_number = a.number
  group by a.number, a.name;
comment on view finance.trial_balance is 'Debit and credit must be equal in total';

create view finance.unpaid_invoice as
  select i.id, i.invoice_no, i.due_on from finance.invoice i
  where not exists (select 1 from finance.payment p where p.invoice_id = i.id);

create view logistics.stock_by_product as
  select p.sku, w.code as warehouse, sum(s.quantity) as pieces
  from logistics.stock s
  join retail.product p on p.id = s.product_id
  join logistics.warehouse w on w.id = s.warehouse_id
  group by p.sku, w.code;

create materialized view retail.monthly_sales as
  select date_trunc('month', o.placed_at) as month, c.name as category, sum(l.quantity * l.unit_price) as revenue
  from retail.sales_order o
  join retail.sales_order_line l on l.order_id = o.id
  join retail.product p on p.id = l.product_id
  join retail.category c on c.id = p.category_id
  group by 1, 2;
comment on materialized view retail.monthly_sales is 'Refreshed every night';

-- functions and procedures ------------------------------------------------------------------------

create function retail.discounted_price(price numeric, rate numeric) returns numeric
  language sql immutable as $$ select round(price * (1 - rate), 2) $$;
comment on function retail.discounted_price(numeric, numeric) is 'Price after discount, two digits';

create function retail.customer_order_count(wanted bigint) returns bigint
  language sql stable as $$ select count(*) from retail.sales_order where customer_id = wanted $$;

create procedure retail.close_old_carts(older_than interval)
  language plpgsql as $$
begin
  delete from retail.cart where created_at < timestamptz '2025-01-01' - older_than;
end
$$;

create procedure finance.close_period(closing_year smallint, closing_month smallint)
  language plpgsql as $$
begin
  update finance.fiscal_period
     set closed = true, closed_at = current_timestamp
   where year = closing_year and month = closing_month;
end
$$;

create function finance.to_euro(amount numeric, currency char, on_day date) returns numeric
  language plpgsql stable as $$
declare
  found numeric;
begin
  select r.rate into found from finance.exchange_rate r
   where r.from_currency = currency and r.to_currency = 'EUR' and r.on_day = to_euro.on_day;
  return amount * coalesce(found, 1);
end
$$;

create procedure logistics.move_stock(product bigint, from_bin varchar, to_bin varchar, pieces integer)
  language sql as $$
    update logistics.stock set quantity = quantity - pieces where product_id = product and bin_code = from_bin;
    update logistics.stock set quantity = quantity + pieces where product_id = product and bin_code = to_bin;
  $$;

-- a few rows --------------------------------------------------------------------------------------

insert into retail.country values ('DE', 'Germany', 83200000, 357022), ('PL', 'Poland', 37700000, 312696), ('FR', 'France', 68000000, 551695);
insert into retail.customer_segment (label, discount_rate) values ('private', 0), ('regular', 0.05), ('staff', 0.2);
insert into retail.customer (public_id, email, full_name, born, segment_id, country_code, preferences, nicknames, last_ip)
values ('00000000-0000-4000-8000-000000000001', 'ada@example.org', 'Ada Example', '1985-12-10', 1, 'DE', '{"newsletter": true}', '{ada,countess}', '192.0.2.1'),
       ('00000000-0000-4000-8000-000000000002', 'lukasz@example.org', 'Łukasz O''Neil', '1990-02-28', 2, 'PL', '{}', null, '2001:db8::1');
insert into retail.company (legal_name, vat_number, country_code) values ('Example Trading GmbH', 'DE000000001', 'DE'), ('Przykład sp. z o.o.', 'PL000000002', 'PL');
insert into retail.category (parent_id, name, path) values (null, 'Kitchen', '{Kitchen}'), (1, 'Pans', '{Kitchen,Pans}');
insert into retail.brand (name, founded_year) values ('Ironware', 1921);
insert into retail.product (sku, name, brand_id, category_id, list_price, weight_kg, dimensions_mm, attributes, sold_between)
values ('PAN-24', 'Iron pan 24 cm', 1, 2, 39.90, 1.8, '{240,240,60}', '{"handle": "wood"}', '[2020-01-01,2030-01-01)'),
       ('PAN-28', 'Iron pan 28 cm', 1, 2, 49.90, 2.3, '{280,280,65}', '{"handle": "wood"}', '[2020-01-01,)');
insert into retail.store (name, location, country_code) values ('Berlin', point(52.52, 13.4), 'DE');
insert into retail.sales_order (order_no, customer_id, store_id, status, placed_at, total_amount)
values ('2024-0001', 1, 1, 'paid', '2024-03-01 10:00+00', 89.80), ('2024-0002', 2, null, 'placed', '2024-04-02 11:00+00', 39.90);
insert into retail.sales_order_line values (1, 1, 1, 1, 39.90, 0), (1, 2, 2, 1, 49.90, 0), (2, 1, 1, 1, 39.90, 0);
insert into retail.order_event values (1, '2024-03-01 10:00+00', 'placed', '{"by": "web"}'), (1, '2025-01-05 09:00+00', 'archived', null);
insert into retail."Legacy Orders" values ('A-1', 'Ada', 1.5, 7);
insert into retail."import.2023" values (1, 'a;b;c');
insert into finance.currency values ('EUR', 'Euro', 2), ('PLN', 'Złoty', 2), ('JPY', 'Yen', 0);
insert into finance.exchange_rate values ('PLN', 'EUR', '2024-03-01', 0.2315);
insert into finance.ledger_account values ('1000', 'Cash', 'asset', null), ('1010', 'Cash in Berlin', 'asset', '1000'), ('4000', 'Sales', 'income', null);
insert into finance.fiscal_period values (2024, 3, true, '2024-04-10 12:00+00'), (2024, 4, false, null);
insert into finance.journal_entry (year, month, booked_on, memo) values (2024, 3, '2024-03-01', 'order 2024-0001');
insert into finance.journal_line values (1, 1, '1010', 89.80, 0), (1, 2, '4000', 0, 89.80);
insert into finance.bank values ('EXAMDEFFXXX', 'Example Bank');
insert into finance.bank_account (account_iban, bic, currency_code) values ('DE00123456780000000001', 'EXAMDEFFXXX', 'EUR');
insert into finance.invoice (invoice_no, order_id, issued_on, due_on, net, tax) values ('R-2024-1', 1, '2024-03-01', '2024-03-15', 75.46, 14.34);
insert into finance.payment (invoice_id, bank_account_id, amount, received_at) values (1, 1, 89.80, '2024-03-09 08:00+00');
insert into logistics.warehouse (code, name, country_code) values ('BER001', 'Berlin north', 'DE'), ('POZ001', 'Poznań', 'PL');
insert into logistics.zone values (1, 1, '[15,25]'), (2, 1, '[2,8]');
insert into logistics.bin values (1, 1, 'A-01-01', 120), (1, 1, 'A-01-02', 120);
insert into logistics.stock values (1, 1, 'A-01-01', 1, 40, '2024-01-02 00:00+00'), (1, 1, 'A-01-02', 2, 25, null);
insert into logistics.carrier (name) values ('Fast Parcel');
insert into logistics.shipment (order_id, warehouse_id, carrier_id, tracking_no) values (1, 1, 1, 'FP0001');
insert into logistics.sensor_reading values ('t-1', '2024-06-01 00:00+00', 1, 18.5, 0.4), ('t-9', '2024-06-01 00:00+00', 7, 4.2, 0.6);
refresh materialized view retail.monthly_sales;
