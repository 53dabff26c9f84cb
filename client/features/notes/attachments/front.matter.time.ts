/** Parses dates and times in front matter. */

const DATE = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[T ](.*))?$/
const CLOCK = /^(\d\d?):(\d\d)(?::(\d\d))?(?:[.,](\d+))?(.*)$/
const ZONE = /^([+-])(\d\d?):?(\d\d)?$/

/** Interprets a time without a zone as local time. Null for an invalid time or one before 1970. */
export function parseTime(value: unknown): Date | null {
  const written = value instanceof Date ? isoOf(value) : value
  const at = typeof written === 'string' ? parseDate(written.trim()) : null
  return at !== null && at.getTime() >= 0 ? at : null
}

/** TOML dates are a subclass of Date whose ISO string omits the time or the zone if the file does. */
function isoOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

function parseDate(value: string): Date | null {
  const [, year, month, day, clock] = DATE.exec(value) ?? []
  if (year === undefined) return null
  const date = [Number(year), Number(month) - 1, Number(day)] as const
  const time =
    clock === undefined ? { hours: 0, minutes: 0, seconds: 0, ms: 0, zone: null } : parseClock(clock)
  if (time === null) return null
  const { hours, minutes, seconds, ms, zone } = time
  const at =
    zone === null
      ? new Date(...date, hours, minutes, seconds, ms)
      : new Date(Date.UTC(...date, hours, minutes, seconds, ms) - zone)
  // Rejects dates such as 31 February.
  const isDay = new Date(Date.UTC(...date)).getUTCMonth() === date[1]
  return isDay && hours < 24 && minutes < 60 && seconds < 60 ? at : null
}

/** `zone`: the offset from UTC in milliseconds. */
function parseClock(clock: string) {
  const [, hour, minute, second = '0', fraction = '0', rest = ''] = CLOCK.exec(clock.trim()) ?? []
  if (hour === undefined || minute === undefined) return null
  const suffix = rest.trim().toLowerCase()
  const half = ['am', 'pm'].find(word => suffix.startsWith(word))
  const zoneText = suffix.slice(half?.length ?? 0).trim()
  const zone = parseZone(zoneText)
  if (zone === null && zoneText !== '') return null
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  const ms = Math.floor(Number(`0.${fraction}`) * 1_000)
  return { hours, minutes: Number(minute), seconds: Number(second), ms, zone }
}

function parseZone(written: string): number | null {
  if (['z', 'utc', 'gmt'].includes(written)) return 0
  const [, sign, hours = '0', minutes = '0'] = ZONE.exec(written) ?? []
  if (sign === undefined) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -offset : offset
}
