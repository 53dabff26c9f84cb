import { useSyncExternalStore } from 'react'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { absoluteTime, minutesSince } from '#client/platform/language/time.ts'

const REDRAWN_EVERY_MS = 20_000

/** ISO 8601, or milliseconds since 1970. */
export function RelativeTime({ at }: { at: string | number }) {
  const now = useSyncExternalStore(subscribeToClock, coarseNow)
  const { language } = useLanguage()
  const date = new Date(at)
  const minutes = minutesSince(date, now)
  const absolute = absoluteTime(date, language)
  return (
    <time dateTime={date.toISOString()} title={absolute}>
      {minutes === null ? absolute : minutes === 0 ? t('time.now') : t('time.minutesAgo', { minutes })}
    </time>
  )
}

/** The same value within one period, as an external store must answer. */
function coarseNow(): number {
  return Math.floor(Date.now() / REDRAWN_EVERY_MS) * REDRAWN_EVERY_MS
}

function subscribeToClock(redraw: () => void): () => void {
  const timer = setInterval(redraw, REDRAWN_EVERY_MS)
  return () => clearInterval(timer)
}
