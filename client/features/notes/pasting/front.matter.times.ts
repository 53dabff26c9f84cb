/** Times as people and programs write them into front matter. */

const DATE = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[T ](.*))?$/
const CLOCK = /^(\d\d?):(\d\d)(?::(\d\d))?(?:[.,](\d+))?(.*)$/
const ZONE = /^([+-])(\d\d?):?(\d\d)?$/

/** Without a zone it is a time where the reader is. Null for what is no time, or none since 1970. */
export function timeIn(value: unknown): Date | null {
  const at =
    value instanceof Date ? written(isoOf(value)) : typeof value === 'string' ? written(value.trim()) : null
  return at !== null && at.getTime() >= 0 ? at : null
}

/** TOML's dates are subclasses of Date, which leave out the clock or the zone where the file does. */
function isoOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

function written(value: string): Date | null {
  const [, year, month, day, clock] = DATE.exec(value) ?? []
  if (year === undefined) return null
  const date = [Number(year), Number(month) - 1, Number(day)] as const
  const time = clock === undefined ? { hours: 0, minutes: 0, seconds: 0, ms: 0, zone: null } : clockIn(clock)
  if (time === null) return null
  const { hours, minutes, seconds, ms, zone } = time
  const at =
    zone === null
      ? new Date(...date, hours, minutes, seconds, ms)
      : new Date(Date.UTC(...date, hours, minutes, seconds, ms) - zone)
  // The 31st of February is no day.
  const isDay = new Date(Date.UTC(...date)).getUTCMonth() === date[1]
  return isDay && hours < 24 && minutes < 60 && seconds < 60 ? at : null
}

/** `zone`: how far it is ahead of UTC, in milliseconds. */
function clockIn(clock: string) {
  const [, hour, minute, second = '0', fraction = '0', rest = ''] = CLOCK.exec(clock.trim()) ?? []
  if (hour === undefined || minute === undefined) return null
  const behind = rest.trim().toLowerCase()
  const half = ['am', 'pm'].find(word => behind.startsWith(word))
  const written = behind.slice(half?.length ?? 0).trim()
  const zone = zoneOf(written)
  if (zone === null && written !== '') return null
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  const ms = Math.floor(Number(`0.${fraction}`) * 1_000)
  return { hours, minutes: Number(minute), seconds: Number(second), ms, zone }
}

function zoneOf(written: string): number | null {
  if (['z', 'utc', 'gmt'].includes(written)) return 0
  const [, sign, hours = '0', minutes = '0'] = ZONE.exec(written) ?? []
  if (sign === undefined) return null
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -ahead : ahead
}
