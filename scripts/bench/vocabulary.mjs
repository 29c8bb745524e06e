// The words of the catalogs that are measured. Subjects have seven letters and kinds five, so that a copy of a table may be
// named otherwise without moving anything in its stored text.
const list = (text) => text.trim().split(/\s+/);

export const subjects = list(`
  account address airport amenity analyst annuity article auction balance banking barcode battery bedroom benefit billing
  booking brewery builder bursary cabinet cantina capital captain caption carrier cashier catalog century channel chapter
  charity charter chicken circuit citizen classic climate clothes coaster college comment company compass concert consent
  contact content contest control cooking cottage council counter country courier crystal cruiser culture current cushion
  custody dataset decline dealers deposit desktop digital dispute divider doctors drawing dynasty economy edition element
  engines episode evening exhibit expense express fabrics factory faculty failure feature fiction finance fishery fitness
  flights foreman freight funding gallery garment gateway general glasses grocery habitat harbour harvest hearing heating
  holding holiday hotline housing imagery incomes insight invoice jewelry journal journey justice keyword kitchen laundry
  leasing lecture letters library license lodging loyalty luggage machine manager mapping matters meadows measure medical`);

export const kinds = list(`
  daily items stage facts delta audit batch cache draft event files gross hours joins lists merge notes parts queue rates
  sales terms units views weeks codes links plans`);

export const columnNames = list(`
  created_at updated_at deleted_at valid_from valid_until status status_code currency country_code region city postal_code
  street_name email phone_number first_name last_name birth_date gender language_code customer_id order_id product_id
  supplier_id warehouse_id store_id employee_id department_id parent_id external_id source_system batch_number row_hash
  total_amount net_amount tax_amount discount_percent unit_price quantity weight_grams height_mm width_mm length_mm
  latitude longitude time_zone device_type browser_name ip_address session_id visitor_id page_url referrer campaign_code
  channel_name medium click_count view_count conversion_rate score rating review_text comment_text approved_by approved_on
  due_date paid_on shipped_at delivered_at carrier_name tracking_code return_reason refund_amount interest_rate
  exchange_rate account_number bank_code iban card_type expiry_month expiry_year credit_limit risk_class segment_name
  cohort_month tenure_days churn_flag is_active is_deleted is_test version_number checksum file_name file_size mime_type
  priority severity assignee_id opened_on closed_on resolution_code sla_minutes fiscal_year fiscal_quarter cost_center
  ledger_account debit credit posting_date memo title subtitle summary body_text author_name isbn edition_number
  category_id category_path brand_name model_number color size_label material origin_country sku_code barcode_text`);

export const plainWords = list(`
  every row holds one record from the nightly load and is kept until it was checked by its owner before reports are made
  amount arrival average backlog balance because behind between branch budget capacity change charge check claim client
  collect combine compare complete confirm contract convert correct cost count cover create credit current customer cycle
  date dealer debt decide declare delay deliver demand department describe detail discount discover display distance
  document domain double duration early earning effect either employee enough enter equal estimate exact example exchange
  expected explain export extra factor failed family figure final first follow forecast foreign former forward found
  freeze future gather given global goods group growth handle height history holder hourly however identify import
  include increase industry inside instead interest internal inventory inverse issue joined keep label large latest
  launch ledger level limit linked local location longer lowest main manual margin market match material maximum meaning
  measured member merge method middle minimum missing moment monthly moving nearest needed never normal notice number
  obtain offer older online opening operate opposite option ordered origin other outside overall packed paid partner
  passed pending people percent period person picked place planned point portion position possible posted previous price
  primary private process produce profit project proof proper public purchase quality quarter question quick quota
  reached reading ready reason receipt recent reduce refund region regular related release remain repeat replace report
  request reserve result return revenue review reward risk route sample scale schedule scope score search season second
  section segment select sender serial series service settle several share shipment short signal similar simple single
  skipped smaller source special split spread standard started state stock stopped stored street strong subject submit
  summary supplier supply support surplus system table taken target tariff task team temporary tested thing third ticket
  today total trace tracked trade transfer trend trial turnover typical under unique unit until update usage useful user
  valid value variant vendor verify version visit volume waiting warehouse weekly weight whole window within without
  worked written yearly yesterday`);
