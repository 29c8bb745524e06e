export { expectedMetricCases, judgeMetric } from './expected-metric.js';
export { profileJudge } from './judge-profiles.js';
export { rangeRoutes } from './range-routes.js';
