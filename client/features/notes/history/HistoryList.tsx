import { useDeferredValue, useMemo } from 'react'
import { numberText, t, useLanguage } from '#client/platform/language/language.ts'
import { clockOf, dayKey, dayOf, yesterdayKey } from '#client/platform/language/time.ts'
import type { NoteVersionView } from '#protocol/noteHistory.ts'
import type { Language } from '#protocol/text/languages.ts'
import { changeBetween, daysOf, type HistoryRow } from './history.rows.ts'

interface HistoryListProps {
  /** Newest first; the first is the text that the note has now. */
  versions: readonly NoteVersionView[]
  chosen: number
  onChoose: (version: number) => void
  /** Which versions there are at all. */
  foot: string
}

/** When a note was saved, by day and clock, and what changed each time. */
export function HistoryList({ versions, chosen, onChoose, foot }: HistoryListProps) {
  // How texts differ takes its time: the rows are there first.
  const showsChanges = useDeferredValue(true, false)
  const { language } = useLanguage()
  return (
    <div className="history__list">
      {daysOf(versions, dayKey).map(({ key, rows }) => (
        <section key={key}>
          <h3 className="history__day">{nameOfDay(key, rows, language)}</h3>
          <ol>
            {rows.map(row => (
              <li key={row.version.version}>
                <Row
                  row={row}
                  isNow={row.version === versions[0]}
                  isChosen={row.version.version === chosen}
                  showsChange={showsChanges}
                  onChoose={onChoose}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
      <p className="history__foot">{foot}</p>
    </div>
  )
}

function nameOfDay(key: string, rows: readonly HistoryRow[], language: Language): string {
  const now = Date.now()
  const day = dayOf(new Date(rows[0]?.version.lastUpdate ?? now), language, now)
  if (key === dayKey(new Date(now))) return t('notes.historyToday', { day })
  return key === yesterdayKey(now) ? t('notes.historyYesterday', { day }) : day
}

interface RowProps {
  row: HistoryRow
  isNow: boolean
  isChosen: boolean
  showsChange: boolean
  onChoose: (version: number) => void
}

function Row({ row, isNow, isChosen, showsChange, onChoose }: RowProps) {
  const { version, saves } = row
  const { language } = useLanguage()
  const facts = (
    <>
      <span className="history__facts">
        <time className="history__clock" dateTime={version.lastUpdate}>
          {clockOf(new Date(version.lastUpdate), language)}
        </time>
        {isNow && <span>{t('notes.historyNow')}</span>}
        {!isNow && version.version === 1 && <span>{t('notes.historyFirst')}</span>}
        {saves !== null && saves > 1 && <span>{t('notes.historySaves', { count: saves })}</span>}
      </span>
      {showsChange && <ChangeLine row={row} />}
    </>
  )
  if (isNow) return <div className="history__row history__row--now">{facts}</div>
  return (
    <button
      type="button"
      className="history__row"
      aria-current={isChosen}
      data-version={version.version}
      onClick={() => onChoose(version.version)}
    >
      {facts}
    </button>
  )
}

function ChangeLine({ row: { version, before } }: { row: HistoryRow }) {
  const isKnown = before !== undefined || version.version === 1
  const change = useMemo(() => (isKnown ? changeBetween(before, version) : null), [isKnown, before, version])
  if (change === null)
    return <span className="history__amount">{t('notes.historyLength', { length: version.length })}</span>
  const { added, removed, words } = change
  return (
    <>
      <span className="history__amount">
        {added > 0 && (
          <span className="history__added">
            <span aria-hidden="true">+{numberText(added)}</span>
            <span className="visually-hidden">{t('notes.historyAdded', { count: added })}</span>
          </span>
        )}
        {removed > 0 && (
          <span className="history__removed">
            <span aria-hidden="true">−{numberText(removed)}</span>
            <span className="visually-hidden">{t('notes.historyRemoved', { count: removed })}</span>
          </span>
        )}
      </span>
      {words?.isNew && (
        <ins className="history__words" dir="auto">
          {words.text}
        </ins>
      )}
      {words?.isNew === false && (
        <del className="history__words" dir="auto">
          {words.text}
        </del>
      )}
    </>
  )
}
