/** Wakes the server that delivers for an alert, when there is something to deliver that it did not find itself. */
export const DELIVERIES_CHANNEL = 'alerts.deliveries';
