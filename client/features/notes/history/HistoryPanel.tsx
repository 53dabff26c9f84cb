import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Writing } from '#client/features/notes/editor/note.editor.ts'
import { historyQuery, versionQuery } from '#client/features/notes/notes.queries.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { dayAndClock } from '#client/platform/language/time.ts'
import { Button } from '#client/ui/Button.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { decodeText } from '#protocol/encoding.ts'
import { HISTORY_VERSIONS_MAX } from '#protocol/limits.ts'
import type { NoteVersionView } from '#protocol/notes.ts'
import { Difference } from './Difference.tsx'
import './history.css'

interface HistoryPanelProps {
  noteNo: number
  /** What earlier versions are compared with. */
  present: Writing
  busy: boolean
  onRestore: (earlier: Writing) => void
  /** What became of the restoring. */
  message?: ReactNode
}

/** The earlier versions of one's own note: when they were saved, how they differ, and the way back to them. */
export function HistoryPanel({ noteNo, present, busy, onRestore, message }: HistoryPanelProps) {
  const history = useQuery(historyQuery(noteNo))
  if (history.isPending) return <SkeletonRows rows={3} height={44} />
  if (!history.data)
    return (
      <ErrorState onRetry={() => void history.refetch()} busy={history.isFetching}>
        {t('notes.historyLoadFailed')} {failureText(history.error)}
      </ErrorState>
    )
  const [now, ...earlier] = history.data.versions
  return (
    <div className="history">
      {message}
      {earlier.length === 0 && (
        <p className="history__empty">{t('notes.historyEmpty', { count: HISTORY_VERSIONS_MAX })}</p>
      )}
      {now && earlier.length > 0 && (
        <ul>
          <li className="history__now">
            <VersionFacts version={now} /> <strong>{t('notes.historyNow')}</strong>
          </li>
          {earlier.map(version => (
            <li key={version.version}>
              <EarlierVersion
                noteNo={noteNo}
                version={version}
                present={present}
                busy={busy}
                onRestore={onRestore}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function VersionFacts({ version }: { version: NoteVersionView }) {
  const { language } = useLanguage()
  return (
    <span className="history__facts">
      <time dateTime={version.lastUpdate}>
        {dayAndClock(new Date(version.lastUpdate), new Date(), language)}
      </time>
      <span>{t('notes.historyLength', { length: version.length.toLocaleString() })}</span>
    </span>
  )
}

type EarlierVersionProps = Omit<HistoryPanelProps, 'message'> & { version: NoteVersionView }

function EarlierVersion({ version, ...rest }: EarlierVersionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure summary={<VersionFacts version={version} />} onToggle={setOpen}>
      {isOpen && <OpenVersion version={version} {...rest} />}
    </Disclosure>
  )
}

function OpenVersion({ noteNo, version, present, busy, onRestore }: EarlierVersionProps) {
  const opened = useQuery(versionQuery(noteNo, version.version))
  if (opened.isPending) return <SkeletonRows rows={1} height={88} />
  if (!opened.data)
    return (
      <ErrorState onRetry={() => void opened.refetch()} busy={opened.isFetching}>
        {t('notes.historyLoadFailed')} {failureText(opened.error)}
      </ErrorState>
    )
  const earlier = { title: opened.data.title, text: decodeText(opened.data.text) }
  return (
    <div className="history__version">
      <Difference
        first={earlier}
        second={present}
        onlyFirst={t('notes.historyOnlyThen')}
        onlySecond={t('notes.historyOnlyNow')}
      />
      <Button busy={busy} onClick={() => onRestore(earlier)}>
        {t('notes.historyRestore')}
      </Button>
    </div>
  )
}
