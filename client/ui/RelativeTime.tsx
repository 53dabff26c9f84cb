import { useSyncExternalStore } from 'react'
import { prerendered } from '#client/platform/browser/prerenderedData.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import {
  currentTimeZone,
  dayKey,
  formatDateTime,
  formatDayName,
  minutesSince,
  showLocalTimes,
} from '#client/platform/language/time.ts'
import type { Language } from '#protocol/text/languages.ts'
import { dateTooltip } from './dateTooltip.ts'
import './RelativeTime.css'

export interface RelativeTimeProps {
  /** ISO 8601, or milliseconds since 1970. */
  at: string | number
  /** Formats times that are older than an hour. */
  older?: (at: Date, language: Language, now: number) => string
  /** Adds date and time as `data-date`, which paper shows instead. */
  printsDate?: boolean
}

/** '5분 전' within the last hour, then the date. The tooltip always shows the date. */
export function RelativeTime({ at, older = formatDateTime, printsDate = false }: RelativeTimeProps) {
  const now = useNow()
  useLocalTimes()
  const { language } = useLanguage()
  const date = new Date(at)
  const minutes = minutesSince(date, now)
  return (
    <time
      dateTime={date.toISOString()}
      data-date={printsDate ? formatDateTime(date, language) : undefined}
      {...dateTooltip(date, language)}
    >
      {minutes === null ? older(date, language, now) : minutesAgo(minutes)}
    </time>
  )
}

/** Rerenders with local times and days once a prerendered page, which shows Korean ones, is hydrated. */
export function useLocalTimes(): void {
  useSyncExternalStore(leaveKorea, currentTimeZone, currentTimeZone)
}

/** React compares the time zone after it has subscribed. */
function leaveKorea(): () => void {
  showLocalTimes()
  return () => undefined
}

function minutesAgo(minutes: number): string {
  return minutes === 0 ? t('time.now') : t('time.minutesAgo', { minutes })
}

const UPDATE_INTERVAL_MS = 20_000

/** The current time in milliseconds since 1970, updated every 20 seconds. */
function useNow(): number {
  return useSyncExternalStore(subscribeToClock, coarseNow, () => prerendered.now)
}

/** `useSyncExternalStore` needs the same value until the next update. */
function coarseNow(): number {
  return Math.floor(Date.now() / UPDATE_INTERVAL_MS) * UPDATE_INTERVAL_MS
}

/** Rerenders when the day changes, for components that write today or another day: the app may stay open overnight. */
export function useDayChange(): void {
  useLocalTimes()
  useSyncExternalStore(subscribeToClock, today, today)
}

const today = () => dayKey(new Date())

function subscribeToClock(onChange: () => void): () => void {
  const timer = setInterval(onChange, UPDATE_INTERVAL_MS)
  return () => clearInterval(timer)
}

/** The heading of a day, above entries that show only their clock time. `at`: ISO 8601. */
export function DayLine({ at }: { at: string }) {
  const { language } = useLanguage()
  const now = useNow()
  useLocalTimes()
  return <p className="day-line">{formatDayName(new Date(at), language, now)}</p>
}
