import type { RegisterMetrics } from '../../feature/index.js';
import { alertLag, alertTotals, openCircuits } from '../../storage/index.js';

export const deliveryMetrics: RegisterMetrics = ({ gauge, labelledGauge }, { read }) => {
  labelledGauge({
    name: 'cairn_alert_deliveries',
    help: 'Deliveries of existing alerts by state: delivered and failed since the alert was created, and pending now.',
    label: 'outcome',
    read: async () => new Map(Object.entries(await read(alertTotals))),
  });
  gauge({
    name: 'cairn_alert_lag_events',
    help: 'Unread events of the enabled alert that is furthest behind.',
    read: () => read(alertLag),
  });
  gauge({
    name: 'cairn_alert_open_circuits',
    help: 'Number of destinations of alerts that are considered down.',
    read: () => read(openCircuits),
  });
};
