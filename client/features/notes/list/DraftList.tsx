import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { storeCopy } from '#client/features/documents/documentStore.ts'
import { saveFailureText } from '#client/features/documents/unsaved.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { discardUnsaved } from './discardUnsaved.ts'
import { DOCUMENTS_KEY, type UnsavedNote, unsavedPath } from './unsavedNotes.ts'
import '#client/ui/listRow.css'
import './noteList.css'

/** The texts that were not saved, each with a link to its editor and a discard button. */
export function DraftList({ drafts }: { drafts: readonly UnsavedNote[] }) {
  if (drafts.length === 0) return null
  return (
    <Card className="drafts" padded={false} aria-label={t('notes.drafts')}>
      <ul>
        {drafts.map(draft => (
          <DraftRow key={draft.documentId} draft={draft} />
        ))}
      </ul>
    </Card>
  )
}

function DraftRow({ draft }: { draft: UnsavedNote }) {
  const title = draft.title || t('notes.untitled')
  return (
    <li className="list-row drafts__row">
      <div className="list-row__text">
        <h2 className="list-row__title" dir="auto">
          <Link className="list-row__link" to={unsavedPath(draft)}>
            {title}
          </Link>
        </h2>
        <p className="list-row__meta">
          <DraftMark draft={draft} />
          <RelativeTime at={draft.changedAt} />
        </p>
        <DraftFailure draft={draft} />
      </div>
      <DiscardDraft draft={draft} title={title} />
    </li>
  )
}

/** Discards what was not saved, on all devices, after a confirmation. A toast offers to undo it. */
function DiscardDraft({ draft, title }: { draft: UnsavedNote; title: string }) {
  const [isAsking, setAsking] = useState(false)
  const showToast = useSetAtom(showToastAtom)
  const cache = useQueryClient()
  const { userNo } = useAtomValue(authAtom)

  async function discard() {
    try {
      const discarded = await discardUnsaved(userNo, draft)
      await cache.invalidateQueries({ queryKey: DOCUMENTS_KEY })
      const undo = () => {
        for (const copy of discarded) void storeCopy(copy.copyId, copy)
      }
      showToast({
        text: t('notes.draftDiscarded'),
        ...(discarded.length > 0 && { action: { label: t('common.undo'), run: undo } }),
      })
    } catch (error) {
      showToast({ text: failureText(error) })
    }
  }

  return (
    <>
      <Button
        kind="quiet-danger"
        aria-label={t('notes.draftDiscardOf', { title })}
        aria-expanded={isAsking}
        onClick={() => setAsking(!isAsking)}
      >
        {t('notes.draftDiscard')}
      </Button>
      {isAsking && (
        <div className="drafts__confirm">
          <Confirm
            question={t('notes.draftDiscardAsk', { title })}
            confirmLabel={t('notes.draftDiscard')}
            onConfirm={() => void discard()}
            onCancel={() => setAsking(false)}
          />
        </div>
      )}
    </>
  )
}

/** Why it cannot be saved. `hasLink` adds a link to its editor. */
export function DraftFailure({ draft, hasLink = false }: { draft: UnsavedNote; hasLink?: boolean }) {
  if (draft.saveFailure === null) return null
  return (
    <p className="draft-save-failure">
      {saveFailureText(draft.saveFailure)}{' '}
      {hasLink && (
        <Link className="draft-save-failure__link" to={unsavedPath(draft)}>
          {t('notes.waitingOpen')}
        </Link>
      )}
    </p>
  )
}

/** Badge of a note with text that was not saved. */
export function DraftMark({ draft }: { draft: UnsavedNote }) {
  return (
    <span className="draft-mark">
      <ToolIcon name="pen" />
      {t(draft.isQueued ? 'notes.unsentMark' : 'notes.draftMark')}
    </span>
  )
}
