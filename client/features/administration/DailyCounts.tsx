import { useQuery } from '@tanstack/react-query'
import { scrollable } from '#client/markdown/scrollable.ts'
import { numberText, t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { countedKinds, type DailyCount } from '#protocol/administration.ts'
import { DAYS_COUNTED } from '#protocol/limits.ts'
import { dailyCountsQuery } from './administration.queries.ts'
import { DailyPlot } from './DailyPlot.tsx'
import { dayText, kindText } from './dailyTexts.ts'
import './dailyCounts.css'

const PLOT_PX = 116

/** How much came to be on each of the last days: a plot a kind, and all of it as a table. */
export function DailyCounts() {
  const daily = useQuery(dailyCountsQuery)
  const days = daily.data?.days ?? []
  return (
    <section className="daily">
      <h2 className="administration__heading">{t('administration.daily', { days: DAYS_COUNTED })}</h2>
      {daily.isPending && <SkeletonRows rows={1} height={PLOT_PX} />}
      <LoadFailure query={daily} title={t('administration.dailyFailed')} />
      {daily.data && days.length === 0 && <p className="daily__none">{t('administration.noDays')}</p>}
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

/** The last day first, as one looks for it. */
function DailyTable({ days }: { days: readonly DailyCount[] }) {
  return (
    <table className="daily-table">
      <thead>
        <tr>
          <th scope="col">{t('administration.day')}</th>
          {countedKinds.map(kind => (
            <th key={kind} scope="col">
              {kindText(kind)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(count => (
          <tr key={count.day}>
            <th scope="row">{dayText(count.day)}</th>
            {countedKinds.map(kind => (
              <td key={kind}>{numberText(count[kind])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
