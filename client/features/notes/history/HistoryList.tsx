import { useDeferredValue, useMemo } from 'react'
import { formatNumber, t, useLanguage } from '#client/platform/language/language.ts'
import { dayKey, formatClock, formatDay, yesterdayKey } from '#client/platform/language/time.ts'
import { shortNames } from '#client/ui/names.tsx'
import type { NoteVersionView } from '#protocol/noteHistory.ts'
import type { Language } from '#protocol/text/languages.ts'
import { groupVersionsByDay, type HistoryRow, summarizeChange } from './note.diff.ts'

interface HistoryListProps {
  /** Newest first; the first is the present version. */
  versions: readonly NoteVersionView[]
  chosen: number
  onChoose: (version: number) => void
  /** Explains which versions are stored. */
  footer: string
}

/** The versions of a note by day, with a summary of each change. */
export function HistoryList({ versions, chosen, onChoose, footer }: HistoryListProps) {
  // Diffs take time, so the rows render first.
  const showsChanges = useDeferredValue(true, false)
  const { language } = useLanguage()
  return (
    <div className="history__list">
      {groupVersionsByDay(versions, dayKey).map(({ key, rows }) => (
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
      <p className="history__note">{footer}</p>
    </div>
  )
}

function nameOfDay(key: string, rows: readonly HistoryRow[], language: Language): string {
  const now = Date.now()
  const day = formatDay(new Date(rows[0]?.version.lastUpdate ?? now), language, now)
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
  const meta = (
    <>
      <span className="history__meta">
        <time className="history__clock" dateTime={version.lastUpdate}>
          {formatClock(new Date(version.lastUpdate), language)}
        </time>
        {version.writers && (
          <span dir="auto">{t('notes.historyWriters', { names: shortNames(version.writers) })}</span>
        )}
        {isNow && <span>{t('notes.historyNow')}</span>}
        {!isNow && version.version === 1 && <span>{t('notes.historyFirst')}</span>}
        {saves !== null && saves > 1 && <span>{t('notes.historySaves', { count: saves })}</span>}
      </span>
      {showsChange && <ChangeSummary row={row} />}
    </>
  )
  if (isNow) return <div className="history__row history__row--now">{meta}</div>
  return (
    <button
      type="button"
      className="history__row"
      aria-current={isChosen}
      data-version={version.version}
      onClick={() => onChoose(version.version)}
    >
      {meta}
    </button>
  )
}

function ChangeSummary({ row: { version, before } }: { row: HistoryRow }) {
  const isKnown = before !== undefined || version.version === 1
  const change = useMemo(
    () => (isKnown ? summarizeChange(before, version) : null),
    [isKnown, before, version],
  )
  if (change === null)
    return <span className="history__amount">{t('notes.historyLength', { length: version.length })}</span>
  const { added, removed, words } = change
  return (
    <>
      <span className="history__amount">
        {added > 0 && (
          <span className="history__added">
            <span aria-hidden="true">+{formatNumber(added)}</span>
            <span className="visually-hidden">{t('notes.historyAdded', { count: added })}</span>
          </span>
        )}
        {removed > 0 && (
          <span className="history__removed">
            <span aria-hidden="true">−{formatNumber(removed)}</span>
            <span className="visually-hidden">{t('notes.historyRemoved', { count: removed })}</span>
          </span>
        )}
      </span>
      {words?.isNew && (
        <ins className="history__excerpt" dir="auto">
          {words.text}
        </ins>
      )}
      {words?.isNew === false && (
        <del className="history__excerpt" dir="auto">
          {words.text}
        </del>
      )}
    </>
  )
}
