import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { historyQuery, useRestoreVersion } from '#client/features/notes/notes.queries.ts'
import type { Part } from '#client/features/notes/series/series.queries.ts'
import type { NoteContent } from '#client/features/notes/sync/note.content.ts'
import { isDisplayed } from '#client/platform/browser/visibility.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { useModal } from '#client/ui/Dialog.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { EDITING_SESSION_MS, HISTORY_VERSIONS_MAX } from '#protocol/limits.ts'
import { HistoryList } from './HistoryList.tsx'
import { HistoryVersion } from './HistoryVersion.tsx'
import './history.css'

interface NoteHistoryProps {
  note: Part
  /** The place of a part in its series, from 1; null for a note that stands alone. */
  place: { index: number; count: number } | null
  onClose: () => void
}

/** The history of the open note, or of one part of a series, in a dialog. */
export function NoteHistory({ note, place, onClose }: NoteHistoryProps) {
  const titleId = useId()
  const modal = useModal(true, onClose)
  const restore = useRestoreVersion(note)
  return (
    <dialog className="history-dialog" aria-labelledby={titleId} {...modal}>
      <div className="history-dialog__header">
        <h2 id={titleId}>{place === null ? t('notes.history') : t('series.history', place)}</h2>
        <Button kind="quiet" aria-label={t('common.close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <HistoryPanel
        noteNo={note.noteNo}
        present={note}
        busy={restore.isPending}
        onRestore={restore.mutate}
        message={
          <Message kind={restore.isError ? 'error' : 'status'}>
            {restore.isError && failureText(restore.error)}
            {restore.data && (restore.data.success ? t('notes.historyRestored') : t('notes.conflict'))}
          </Message>
        }
      />
    </dialog>
  )
}

interface HistoryPanelProps {
  noteNo: number
  /** The version that earlier ones are compared with. */
  present: NoteContent
  busy: boolean
  onRestore: (earlier: NoteContent) => void
  /** The result of a restore. */
  message?: ReactNode
}

/** The history of an own note: the list next to the chosen version, or one at a time on narrow screens. */
export function HistoryPanel({ noteNo, present, busy, onRestore, message }: HistoryPanelProps) {
  const history = useQuery(historyQuery(noteNo))
  const [chosen, setChosen] = useState<number>()
  /** Whether a narrow screen shows the version instead of the list. */
  const [isVersionOpen, setVersionOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)

  // On narrow screens the focused element may be hidden now.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!activeElement || !panel.current?.contains(activeElement) || isDisplayed(activeElement)) return
    const row = panel.current.querySelector<HTMLElement>('[aria-current="true"]')
    ;(isVersionOpen ? title.current : row)?.focus()
  }, [isVersionOpen])

  function choose(version: number) {
    setChosen(version)
    setVersionOpen(true)
  }

  if (history.isPending) return <SkeletonRows rows={3} height={44} />
  if (!history.data) return <LoadFailure query={history} title={t('notes.historyLoadFailed')} />
  const { versions } = history.data
  const [, ...earlier] = versions
  const retentionText = t('notes.historyKept', { count: HISTORY_VERSIONS_MAX })
  const shownVersion = earlier.find(({ version }) => version === chosen) ?? earlier[0]
  return (
    <div ref={panel} className={isVersionOpen ? 'history history--open' : 'history'}>
      {message}
      {shownVersion === undefined ? (
        <p className="history__empty">
          {t('notes.historyEmpty', { minutes: EDITING_SESSION_MS / 60_000 })} {retentionText}
        </p>
      ) : (
        <div className="history__panes">
          <HistoryList
            versions={versions}
            chosen={shownVersion.version}
            onChoose={choose}
            footer={retentionText}
          />
          <HistoryVersion
            key={shownVersion.version}
            ref={title}
            version={shownVersion}
            present={present}
            busy={busy}
            onRestore={onRestore}
            onBack={() => setVersionOpen(false)}
          />
        </div>
      )}
    </div>
  )
}
