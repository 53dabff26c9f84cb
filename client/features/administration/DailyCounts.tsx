import { useQuery } from '@tanstack/react-query'
import { scrollable } from '#client/platform/browser/scrolling.ts'
import { currentLanguage, formatNumber, t } from '#client/platform/language/language.ts'
import { formatDay } from '#client/platform/language/time.ts'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { type CountedKind, countedKinds, type DailyCount } from '#protocol/administration.ts'
import { DAYS_COUNTED } from '#protocol/limits.ts'
import { dailyCountsQuery } from './administration.queries.ts'
import './administration.css'

const PLOT_PX = 116

/** New items per day: a bar chart per kind, and a table. */
export function DailyCounts() {
  const daily = useQuery(dailyCountsQuery)
  const days = daily.data?.days ?? []
  return (
    <section className="daily">
      <h2 className="administration__heading">{t('administration.daily', { days: DAYS_COUNTED })}</h2>
      {daily.isPending && <SkeletonRows rows={1} height={PLOT_PX} />}
      <LoadFailure query={daily} title={t('administration.dailyFailed')} />
      {daily.data && days.length === 0 && <p className="daily__empty">{t('administration.noDays')}</p>}
      {days.length > 0 && (
        <Card padded={false}>
          <div className="daily__plots">
            {countedKinds.map(kind => (
              <DailyPlot key={kind} kind={kind} days={days} />
            ))}
          </div>
          <div className="daily__table">
            <Disclosure summary={t('administration.asTable')}>
              <div className="daily__scroll" {...scrollable(t('administration.asTable'))}>
                <DailyTable days={days} />
              </div>
            </Disclosure>
          </div>
        </Card>
      )}
    </section>
  )
}

/** The latest day comes first. */
function DailyTable({ days }: { days: readonly DailyCount[] }) {
  return (
    <table className="daily-table">
      <thead>
        <tr>
          <th scope="col">{t('administration.day')}</th>
          {countedKinds.map(kind => (
            <th key={kind} scope="col">
              {kindLabel(kind)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(count => (
          <tr key={count.day}>
            <th scope="row">{dayText(count.day)}</th>
            {countedKinds.map(kind => (
              <td key={kind}>{formatNumber(count[kind])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** SVG units. The chart is stretched to the available width. */
const STEP = 4
const BAR = 3
const HEIGHT = 40
/** Minimum height of a bar, so that every non-zero day is visible. */
const BAR_HEIGHT_MIN = 2

interface DailyPlotProps {
  kind: CountedKind
  /** At least one day, the earliest first. */
  days: readonly DailyCount[]
}

/** A bar per day. The label tells screen readers the total and the best day. */
function DailyPlot({ kind, days }: DailyPlotProps) {
  const total = days.reduce((sum, count) => sum + count[kind], 0)
  const maximum = Math.max(...days.map(count => count[kind]))
  return (
    <figure className="daily-plot">
      <figcaption className="daily-plot__caption">
        <span>{kindLabel(kind)}</span>
        <span className="daily-plot__total">{formatNumber(total)}</span>
      </figcaption>
      <svg
        className="daily-plot__bars"
        viewBox={`0 0 ${days.length * STEP - (STEP - BAR)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={plotLabel(kind, days, { total, most: maximum })}
      >
        {days.map((count, index) => {
          const height = count[kind] === 0 ? 0 : Math.max(BAR_HEIGHT_MIN, (count[kind] / maximum) * HEIGHT)
          return (
            <rect key={count.day} x={index * STEP} y={HEIGHT - height} width={BAR} height={height}>
              <title>{`${dayText(count.day)}: ${formatNumber(count[kind])}`}</title>
            </rect>
          )
        })}
      </svg>
    </figure>
  )
}

function plotLabel(
  kind: CountedKind,
  days: readonly DailyCount[],
  { total, most: maximum }: { total: number; most: number },
): string {
  const bestDay = days.find(count => count[kind] === maximum)
  if (total === 0 || !bestDay) return t('administration.emptyPlot', { kind: kindLabel(kind) })
  const numbers = { total: formatNumber(total), most: formatNumber(maximum) }
  return t('administration.plot', { kind: kindLabel(kind), day: dayText(bestDay.day), ...numbers })
}

const LABELS = {
  people: 'administration.dailyPeople',
  notes: 'administration.dailyNotes',
  shares: 'administration.dailyShares',
  comments: 'administration.dailyComments',
  opinions: 'administration.dailyOpinions',
} as const

function kindLabel(kind: CountedKind): string {
  return t(LABELS[kind])
}

/** Formats '2026-11-22' as '11월 22일 (일)'. Parses it at noon of the browser's time zone, so that the date does not shift. */
export function dayText(day: string): string {
  return formatDay(new Date(`${day}T12:00`), currentLanguage(), Date.now())
}
