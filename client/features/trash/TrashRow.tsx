import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RowSelection } from '#client/features/notes/list/useSelection.ts'
import { LazyMarkdown } from '#client/features/notes/reader/LazyMarkdown.tsx'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ActionMenu } from '#client/ui/ActionMenu.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { useFocusHandedOver } from '#client/ui/useFocusHandedOver.ts'
import { decodeText } from '#protocol/encoding.ts'
import { TRASH_KEPT_MS } from '#protocol/limits.ts'
import type { TrashedNoteView } from '#protocol/trash.ts'
import '#client/ui/Checkbox.css'
import { trashedNoteQuery, usePurge } from './trash.queries.ts'
import { useRestoring } from './useRestoring.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** From here on it is seen at once that a note will soon be gone. */
const LAST_DAYS = 3

/** A deleted note: what it was, how long it stays, and the ways out. Its title unfolds its text. */
export function TrashRow({ note, selection }: { note: TrashedNoteView; selection: RowSelection }) {
  const [open, setOpen] = useState<'text' | 'purge' | null>(null)
  const { restore, isRestoring } = useRestoring()
  const purging = usePurge()
  const row = useFocusHandedOver<HTMLLIElement>(() => neighbourOf(row.current)?.focus())

  return (
    <li ref={row} className="list-row trash__row">
      {selection.isOn && (
        <input
          type="checkbox"
          className="checkbox__box"
          aria-label={note.title}
          checked={selection.noteNos.has(note.noteNo)}
          onChange={() => selection.press(note.noteNo)}
        />
      )}
      <div className="list-row__text">
        <h2 className="list-row__title" dir="auto">
          <button
            type="button"
            className="trash__title"
            aria-expanded={open === 'text'}
            onClick={() => setOpen(open === 'text' ? null : 'text')}
          >
            {note.title}
          </button>
        </h2>
        <p className="list-row__facts">
          <span>{t('trash.from', { topic: note.subjectTitle })}</span>
          <RememberMe deletedAt={note.deletedAt} />
        </p>
      </div>
      <div className="trash__ways" hidden={selection.isOn}>
        <Button busy={isRestoring} onClick={() => void restore([note])}>
          {t('trash.restore')}
        </Button>
        <ActionMenu
          label={t('notes.more', { title: note.title })}
          actions={[
            { label: t('trash.purge'), icon: 'trash', isDangerous: true, run: () => setOpen('purge') },
          ]}
        />
      </div>
      {open === 'text' && <TrashedText noteNo={note.noteNo} />}
      {open === 'purge' && (
        <div className="trash__wide">
          <Confirm
            question={t('trash.purgeAsk')}
            confirmLabel={t('trash.purge')}
            busy={purging.isPending}
            onConfirm={() => purging.mutate([note.noteNo])}
            onCancel={() => setOpen(null)}
          />
          {purging.isError && <Message kind="error">{failureText(purging.error)}</Message>}
        </div>
      )}
    </li>
  )
}

/** The title of the next row, or of the one before. */
function neighbourOf(row: HTMLElement | null): HTMLElement | undefined {
  const titles = [...(row?.parentElement?.querySelectorAll<HTMLElement>('.trash__title') ?? [])]
  const place = titles.findIndex(title => row?.contains(title))
  return titles[place + 1] ?? titles[place - 1]
}

function TrashedText({ noteNo }: { noteNo: number }) {
  const note = useQuery(trashedNoteQuery(noteNo))
  return (
    <div className="trash__wide trash__text">
      {note.isPending && <SkeletonRows rows={1} height={96} />}
      <LoadFailure query={note} title={t('notes.loadFailed')} />
      {note.data && note.data.length === 0 && <p>{t('notes.bodyEmpty')}</p>}
      {note.data && note.data.length > 0 && <LazyMarkdown text={decodeText(note.data.text)} isOwnText />}
    </div>
  )
}

function RememberMe({ deletedAt }: { deletedAt: string }) {
  const left = new Date(deletedAt).getTime() + TRASH_KEPT_MS - Date.now()
  const days = Math.ceil(left / DAY_MS)
  return (
    <span className={days > LAST_DAYS ? undefined : 'trash__soon'}>
      {days > 1 ? t('trash.daysLeft', { count: days }) : t('trash.lastDay')}
    </span>
  )
}
