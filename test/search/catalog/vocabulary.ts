// The words of the judged catalog: what a company that sells things, lends money and employs people keeps tables about.

export interface Thing {
  /** Singular, in snake case. */
  name: string;
  plural: string;
  department: Department;
  columns: readonly string[];
}

export const departments = [
  'sales',
  'finance',
  'marketing',
  'logistics',
  'people',
  'risk',
  'support',
  'product',
] as const;
export type Department = (typeof departments)[number];

const declared: Readonly<Record<Department, Readonly<Record<string, string>>>> = {
  sales: {
    'customer/customers': 'email, first_name, last_name, birth_date, country_code, loyalty_points, signup_at',
    'order/orders': 'customer_id, ordered_at, order_status, total_amount, currency',
    'order_item/order_items': 'order_id, product_id, quantity, unit_price, discount_percent',
    'product/products': 'sku, title, category_id, list_price, weight_grams',
    'category/categories': 'title, parent_category_id, sort_order',
    'quote/quotes': 'customer_id, valid_until, quoted_amount, sales_rep_id',
    'opportunity/opportunities': 'account_id, stage_name, close_date, win_probability',
    'store/stores': 'store_code, city, region, opened_on, floor_area',
    'gift_card/gift_cards': 'card_number, issued_on, remaining_balance',
    'wishlist/wishlists': 'customer_id, product_id, added_at',
  },
  finance: {
    'invoice/invoices': 'customer_id, invoice_number, due_date, gross_amount, tax_amount',
    'payment/payments': 'invoice_id, payment_method, paid_amount, captured_at',
    'refund/refunds': 'payment_id, refunded_amount, refund_reason, issued_at',
    'chargeback/chargebacks': 'payment_id, dispute_code, disputed_amount, resolved_at',
    'journal_entry/journal_entries': 'ledger_account, debit, credit, posting_date, memo',
    'budget/budgets': 'cost_center, fiscal_year, planned_amount, approved_by',
    'exchange_rate/exchange_rates': 'from_currency, to_currency, rate, valid_on',
    'tax_rate/tax_rates': 'jurisdiction, rate_percent, effective_from',
    'subscription/subscriptions': 'customer_id, plan_code, started_on, cancelled_on, monthly_fee',
    'cost_allocation/cost_allocations': 'cost_center, allocation_key, allocated_amount',
  },
  marketing: {
    'campaign/campaigns': 'channel, starts_on, ends_on, spend, audience_id',
    'lead/leads': 'email, lead_source, lead_score, converted_at',
    'page_view/page_views': 'visitor_id, url, referrer, seconds_on_page',
    'web_session/web_sessions': 'visitor_id, landing_page, device_type, bounced',
    'newsletter/newsletters': 'subject_line, sent_at, open_rate, click_rate',
    'coupon/coupons': 'coupon_code, percent_off, redeemed_count',
    'ad_impression/ad_impressions': 'creative_id, placement, impressions, clicks',
    'attribution_touch/attribution_touches': 'visitor_id, touch_channel, touch_weight',
  },
  logistics: {
    'shipment/shipments': 'order_id, carrier, tracking_code, shipped_at, delivered_at',
    'warehouse/warehouses': 'warehouse_code, address_line, capacity_pallets',
    'inventory/inventories': 'product_id, warehouse_id, on_hand, reserved, reorder_point',
    'supplier/suppliers': 'company_name, contact_email, supplier_rating, payment_terms',
    'purchase_order/purchase_orders': 'supplier_id, expected_on, ordered_quantity, unit_cost',
    'delivery_route/delivery_routes': 'driver_id, stop_count, distance_km',
    'return_request/return_requests': 'order_id, return_reason, received_condition',
    'stock_movement/stock_movements': 'product_id, from_location, to_location, moved_quantity',
  },
  people: {
    'employee/employees': 'full_name, work_email, job_title, hired_on, salary_band, manager_id',
    'vacancy/vacancies': 'job_title, hiring_manager_id, opened_on, headcount',
    'payslip/payslips': 'employee_id, gross_pay, net_pay, pay_period',
    'absence/absences': 'employee_id, absence_type, days_absent',
    'timesheet/timesheets': 'employee_id, project_code, hours_worked',
    'expense_claim/expense_claims': 'employee_id, claimed_amount, receipt_url',
    'training_course/training_courses': 'course_title, provider, completion_rate',
  },
  risk: {
    'loan/loans': 'borrower_id, principal_amount, interest_rate, maturity_date',
    'credit_score/credit_scores': 'borrower_id, bureau, score_value, scored_at',
    'fraud_alert/fraud_alerts': 'transaction_id, fraud_score, reviewer_id',
    'collateral/collaterals': 'loan_id, appraised_value, collateral_type',
    'transaction/transactions': 'account_number, iban, booked_amount, merchant_code',
    'counterparty/counterparties': 'legal_entity_identifier, country_of_risk, exposure_amount',
    'watchlist_hit/watchlist_hits': 'matched_name, list_source, match_score',
    'policy_breach/policy_breaches': 'limit_name, limit_value, breached_on',
  },
  support: {
    'ticket/tickets': 'customer_id, subject_line, priority, opened_at, first_reply_minutes',
    'conversation/conversations': 'ticket_id, agent_id, message_count, sentiment',
    'survey_response/survey_responses': 'ticket_id, nps_score, free_text_answer',
    'agent_shift/agent_shifts': 'agent_id, shift_start, shift_end',
    'complaint/complaints': 'customer_id, complaint_category, compensation_amount',
    'knowledge_article/knowledge_articles': 'article_title, helpful_votes, last_reviewed_on',
  },
  product: {
    'experiment/experiments': 'hypothesis, variant_count, decided_on, uplift',
    'feature_flag/feature_flags': 'flag_key, rollout_percent, enabled_by',
    'device/devices': 'device_model, os_version, push_token',
    'app_crash/app_crashes': 'stack_hash, app_version, affected_users',
    'search_query/search_queries': 'query_text, result_count, clicked_position',
    'recommendation/recommendations': 'model_version, recommended_sku, relevance',
    'review/reviews': 'product_id, star_rating, review_text, written_at',
  },
};

export const things: readonly Thing[] = departments.flatMap((department) =>
  Object.entries(declared[department]).map(([names, columns]): Thing => {
    const [name = '', plural = ''] = names.split('/');
    return { name, plural, department, columns: columns.split(', ') };
  }),
);

export const sources = ['shopify', 'stripe', 'netsuite', 'salesforce', 'zendesk', 'hubspot', 'workday', 'segment'];
export const steps = ['joined', 'deduplicated', 'pivoted', 'enriched', 'filtered', 'unioned'];
export const measures = [
  'revenue',
  'churn',
  'margin',
  'retention',
  'volume',
  'latency',
  'conversion',
  'backlog',
  'cost',
];
export const grains = [
  'daily',
  'weekly',
  'monthly',
  'quarterly',
  'by_region',
  'by_channel',
  'by_country',
  'by_segment',
];
export const leftovers = ['backup', 'old', 'tmp', 'test', 'v2', 'copy', 'fixed', 'sample', 'check', 'draft'];
export const regions = ['eu', 'us', 'apac', 'latam', 'uk', 'nordics'];

/** Tables of a bought system: codes that nobody remembers, with the name that people use. */
export const coded: readonly (readonly [code: string, shown: string])[] = [
  ['KNA1', 'Customer Master General Data'],
  ['LFA1', 'Vendor Master General Section'],
  ['BKPF', 'Accounting Document Header'],
  ['BSEG', 'Accounting Document Segment'],
  ['MARA', 'Material Master General Data'],
  ['VBAK', 'Sales Document Header'],
  ['VBAP', 'Sales Document Item'],
  ['EKKO', 'Purchasing Document Header'],
  ['EKPO', 'Purchasing Document Item'],
  ['ANLA', 'Asset Master Record'],
  ['CSKS', 'Cost Center Master'],
  ['SKA1', 'General Ledger Account Master'],
];

/** Tables of offices in Asia, with what they hold. */
export const asian: readonly (readonly [name: string, columns: string, about: string])[] = [
  ['顧客注文', '顧客番号, 注文日, 合計金額', '顧客ごとの注文の一覧'],
  ['顧客注文明細', '注文番号, 商品番号, 数量', '注文の明細行'],
  ['顧客住所', '顧客番号, 郵便番号, 都道府県', '配送先の住所'],
  ['売上集計', '集計日, 店舗番号, 売上金額', '日次の売上を店舗別に集計'],
  ['売上予測', '対象月, 予測金額', '機械学習による予測'],
  ['在庫一覧', '商品番号, 倉庫番号, 在庫数', '倉庫にある商品'],
  ['客户订单', '客户编号, 下单时间, 订单金额', '所有渠道的订单'],
  ['客户投诉', '客户编号, 投诉内容', '客服收到的投诉'],
  ['库存盘点', '仓库编号, 盘点数量', '每月盘点结果'],
  ['供应商名单', '供应商编号, 联系电话', '合格供应商'],
  ['고객주문', '고객번호, 주문일자, 주문금액', '모든 채널의 주문'],
  ['매출통계', '통계일자, 매출금액', '일별 매출 통계'],
];

export const firstNames =
  'Maria,Jonas,Aiko,Samir,Lena,Tom,Priya,Carlos,Ingrid,Wei,Fatima,Oskar,Chloe,Dmitri,Amara,Hugo,Yuki,Nadia,Pavel,Rosa'.split(
    ',',
  );
export const lastNames = 'Silva,Weber,Tanaka,Haddad,Novak,Baker,Iyer,Mendez,Larsen,Zhang'.split(',');

/** Classifications with their tags. */
export const labels: Readonly<Record<string, readonly string[]>> = {
  Privacy: ['Sensitive', 'Contact', 'Biometric', 'Anonymised'],
  Certification: ['Gold', 'Silver', 'Bronze'],
  Lifecycle: ['Deprecated', 'Experimental', 'Productive'],
  Regulation: ['Sox', 'Gdpr', 'Basel', 'Pci'],
  Freshness: ['Realtime', 'Nightly', 'Stale'],
};
