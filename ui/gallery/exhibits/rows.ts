/** Sample rows for the grids of the gallery: columns of a table, one of them nested. */
export interface Sample {
  name: string;
  type: string;
  about: string;
  rows: number;
  parts?: readonly Sample[];
}

const place: readonly Sample[] = [
  { name: 'city', type: 'varchar(80)', about: 'As it was typed in.', rows: 1204 },
  { name: 'country_code', type: 'varchar(2)', about: 'By ISO 3166.', rows: 214 },
];

export const SAMPLES: readonly Sample[] = [
  { name: 'order_id', type: 'bigint', about: 'The order.', rows: 52_204 },
  { name: 'ordered_at', type: 'timestamp', about: '', rows: 52_192 },
  {
    name: 'address',
    type: 'struct',
    about:
      'Where the parcel goes, which is not always where the invoice goes: the two differ for presents and for companies, and for everybody who moved.',
    rows: 1_418,
    parts: place,
  },
  { name: 'a_name_that_is_much_longer_than_the_column_it_stands_in', type: 'decimal(18, 2)', about: '', rows: 8_412 },
];
