import { useSetAtom } from 'jotai'
import { useState } from 'react'
import {
  deleteDraft,
  getDraftName,
  saveDraft,
  type UnlockedDraft,
} from '#client/features/notes/sync/note.drafts.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { draftEditorPath, saveFailureText } from './unsavedDrafts.ts'
import '#client/ui/listRow.css'
import './noteList.css'

/** Unsaved drafts, each with a link to its editor and a discard button. */
export function DraftList({ drafts }: { drafts: readonly UnlockedDraft[] }) {
  if (drafts.length === 0) return null
  return (
    <Card className="drafts" padded={false} aria-label={t('notes.drafts')}>
      <ul>
        {drafts.map(draft => (
          <DraftRow key={draft.requestKey} draft={draft} />
        ))}
      </ul>
    </Card>
  )
}

function DraftRow({ draft }: { draft: UnlockedDraft }) {
  const title = getDraftName(draft) || t('notes.untitled')
  return (
    <li className="list-row drafts__row">
      <div className="list-row__text">
        <h2 className="list-row__title" dir="auto">
          <Link className="list-row__link" to={draftEditorPath(draft)}>
            {title}
          </Link>
        </h2>
        <p className="list-row__meta">
          <DraftMark draft={draft} />
          <RelativeTime at={draft.keptAt} />
        </p>
        <DraftFailure draft={draft} />
      </div>
      <DiscardDraft draft={draft} title={title} />
    </li>
  )
}

/** Discards a draft, which only this device has, after a confirmation. A toast offers to undo it. */
function DiscardDraft({ draft, title }: { draft: UnlockedDraft; title: string }) {
  const [isAsking, setAsking] = useState(false)
  const showToast = useSetAtom(showToastAtom)

  function discard() {
    const { subject, ...kept } = draft
    const draftSubject = { ...subject, requestKey: kept.requestKey }
    void deleteDraft(draftSubject)
    showToast({
      text: t('notes.draftDiscarded'),
      action: { label: t('common.undo'), run: () => void saveDraft(draftSubject, kept) },
    })
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
            onConfirm={discard}
            onCancel={() => setAsking(false)}
          />
        </div>
      )}
    </>
  )
}

/** Badge of a note with an unsaved draft. */
export function DraftMark({ draft }: { draft: UnlockedDraft }) {
  return (
    <span className="draft-mark">
      <ToolIcon name="pen" />
      {t(draft.askedAt === undefined ? 'notes.draftMark' : 'notes.unsentMark')}
    </span>
  )
}

/** Why the draft cannot be sent automatically. `hasLink` adds a link to its editor. */
export function DraftFailure({ draft, hasLink = false }: { draft: UnlockedDraft; hasLink?: boolean }) {
  if (!draft.trouble) return null
  return (
    <p className="draft-save-failure">
      {saveFailureText(draft.trouble)}{' '}
      {hasLink && (
        <Link className="draft-save-failure__link" to={draftEditorPath(draft)}>
          {t('notes.waitingOpen')}
        </Link>
      )}
    </p>
  )
}
