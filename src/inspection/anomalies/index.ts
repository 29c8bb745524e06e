export { isExpectedMetric, judgeMetric } from './expected-metric.js';
export { expectedRange, isExpected } from './expected-range.js';
export { historiesOfCase } from './histories.js';
export { profileJudge } from './judge-profiles.js';
export { rangeRoutes } from './range-routes.js';
export { tooFew } from './shown-ranges.js';
