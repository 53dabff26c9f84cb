import { numberText, t } from '#client/platform/language/language.ts'
import type { CountedKind, DailyCount } from '#protocol/administration.ts'
import { dayText, kindText } from './dailyTexts.ts'

/** In units of the drawing, which is stretched to the width that there is. */
const STEP = 4
const BAR = 3
const HEIGHT = 40
/** A day with something is seen, however much there was on another. */
const LEAST = 2

interface DailyPlotProps {
  kind: CountedKind
  /** At least one, the earliest first. */
  days: readonly DailyCount[]
}

/** A bar a day. Whoever does not see it hears the sum and the day with most. */
export function DailyPlot({ kind, days }: DailyPlotProps) {
  const total = days.reduce((sum, count) => sum + count[kind], 0)
  const most = Math.max(...days.map(count => count[kind]))
  return (
    <figure className="daily-plot">
      <figcaption className="daily-plot__caption">
        <span>{kindText(kind)}</span>
        <span className="daily-plot__total">{numberText(total)}</span>
      </figcaption>
      <svg
        className="daily-plot__bars"
        viewBox={`0 0 ${days.length * STEP - (STEP - BAR)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={spoken(kind, days, { total, most })}
      >
        {days.map((count, index) => {
          const height = count[kind] === 0 ? 0 : Math.max(LEAST, (count[kind] / most) * HEIGHT)
          return (
            <rect key={count.day} x={index * STEP} y={HEIGHT - height} width={BAR} height={height}>
              <title>{`${dayText(count.day)}: ${numberText(count[kind])}`}</title>
            </rect>
          )
        })}
      </svg>
    </figure>
  )
}

function spoken(
  kind: CountedKind,
  days: readonly DailyCount[],
  { total, most }: { total: number; most: number },
): string {
  const best = days.find(count => count[kind] === most)
  if (total === 0 || !best) return t('administration.emptyPlot', { kind: kindText(kind) })
  const numbers = { total: numberText(total), most: numberText(most) }
  return t('administration.plot', { kind: kindText(kind), day: dayText(best.day), ...numbers })
}
