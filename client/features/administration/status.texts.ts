import { t } from '#client/platform/language/language.ts'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1_000
/** Below it, one decimal place is shown. */
const WHOLE_FROM = 100

/** '48.3 MB', '120 GB'. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  // From 999.5 on, the rounded value would have four digits.
  while (value >= STEP - 0.5 && unit < UNITS.length - 1) {
    value /= STEP
    unit += 1
  }
  const rounded = unit === 0 || value >= WHOLE_FROM ? Math.round(value) : Math.round(value * 10) / 10
  return `${rounded} ${UNITS[unit]}`
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** '3일 2시간째 실행 중': the two largest units. */
export function uptimeText(seconds: number): string {
  const days = Math.floor(seconds / DAY_S)
  const hours = Math.floor((seconds % DAY_S) / HOUR_S)
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S)
  if (days > 0) return t('status.upDays', { days, hours })
  if (hours > 0) return t('status.upHours', { hours, minutes })
  return t('status.upMinutes', { minutes })
}
