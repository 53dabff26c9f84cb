import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { NoteContent } from '#client/features/notes/editor/saving/note.content.ts'
import { historyQuery } from '#client/features/notes/notes.queries.ts'
import { t } from '#client/platform/language/language.ts'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { EDITING_SESSION_MS, HISTORY_VERSIONS_MAX } from '#protocol/limits.ts'
import { HistoryList } from './HistoryList.tsx'
import { HistoryVersion } from './HistoryVersion.tsx'
import './history.css'

interface HistoryPanelProps {
  noteNo: number
  /** What earlier versions are compared with. */
  present: NoteContent
  busy: boolean
  onRestore: (earlier: NoteContent) => void
  /** What became of the restoring. */
  message?: ReactNode
}

/** The earlier versions of one's own note: a list beside the chosen one, or where there is less room, one after the other. */
export function HistoryPanel({ noteNo, present, busy, onRestore, message }: HistoryPanelProps) {
  const history = useQuery(historyQuery(noteNo))
  const [chosen, setChosen] = useState<number>()
  /** Where there is room for one only: the chosen one, or the list. */
  const [isOpen, setOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)

  // Where only one of both is shown, what had the focus is hidden now.
  useLayoutEffect(() => {
    if (!panel.current?.contains(document.activeElement) || document.activeElement?.checkVisibility()) return
    const row = panel.current.querySelector<HTMLElement>('[aria-current="true"]')
    ;(isOpen ? title.current : row)?.focus()
  }, [isOpen])

  function choose(version: number) {
    setChosen(version)
    setOpen(true)
  }

  if (history.isPending) return <SkeletonRows rows={3} height={44} />
  if (!history.data) return <LoadFailure query={history} title={t('notes.historyLoadFailed')} />
  const { versions } = history.data
  const [, ...earlier] = versions
  const keptText = t('notes.historyKept', { count: HISTORY_VERSIONS_MAX })
  const open = earlier.find(({ version }) => version === chosen) ?? earlier[0]
  return (
    <div ref={panel} className={isOpen ? 'history history--open' : 'history'}>
      {message}
      {open === undefined ? (
        <p className="history__empty">
          {t('notes.historyEmpty', { minutes: EDITING_SESSION_MS / 60_000 })} {keptText}
        </p>
      ) : (
        <div className="history__panes">
          <HistoryList versions={versions} chosen={open.version} onChoose={choose} foot={keptText} />
          <HistoryVersion
            key={open.version}
            ref={title}
            version={open}
            present={present}
            busy={busy}
            onRestore={onRestore}
            onBack={() => setOpen(false)}
          />
        </div>
      )}
    </div>
  )
}
