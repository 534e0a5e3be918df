/** Days for which processed provider events are kept. They contain payers' email addresses. */
export const EVENT_RETENTION_DAYS = 90;
